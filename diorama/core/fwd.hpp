// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of core's types.
#pragma once

namespace diorama {

class ErrorCode;
struct Diagnostic;
struct Error;
class AtomicFile;
class ByteReader;
class ByteWriter;
class MappedFile;
class Jobs;
class Pages;

}  // namespace diorama
