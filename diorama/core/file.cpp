// SPDX-License-Identifier: MIT
#include "diorama/core/file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "diorama/core/error_codes.hpp"

namespace diorama {
namespace {

/// An open descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(int value) noexcept : value_(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    [[nodiscard]] int get() const noexcept { return value_; }
    [[nodiscard]] bool valid() const noexcept { return value_ >= 0; }
    /// Closes now; false where the system reports a late write error.
    bool close() noexcept {
        const int old = std::exchange(value_, -1);
        return old < 0 || ::close(old) == 0;
    }

  private:
    int value_;
};

std::string reason(int number) {
    return std::generic_category().message(number);
}

std::unexpected<Error> open_failure(const std::filesystem::path& path, int number) {
    if (number == ENOENT || number == ENOTDIR)
        return fail(codes::file_not_found, "no such file", path.string(),
                    "check the path's spelling; names are case-sensitive");
    return fail(codes::file_read_failed, "file can't be opened: " + reason(number), path.string());
}

Result<std::uint64_t> size_of(const Descriptor& file, const std::filesystem::path& path) {
    struct stat facts{};
    if (::fstat(file.get(), &facts) != 0)
        return fail(codes::file_read_failed, "file can't be examined: " + reason(errno),
                    path.string());
    if (S_ISDIR(facts.st_mode))
        return fail(codes::file_read_failed, "path is a folder, expected a file", path.string());
    if (!S_ISREG(facts.st_mode))
        return fail(codes::file_read_failed, "path is not a regular file", path.string());
    return static_cast<std::uint64_t>(facts.st_size);
}

bool write_all(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

/// A name beside the target that no other writer of this or another process uses.
std::filesystem::path temporary_beside(const std::filesystem::path& path) {
    static std::atomic<unsigned> next{0};
    std::filesystem::path result = path;
    result += ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(next++);
    return result;
}

/// Makes the rename itself durable. A file system that can't sync a folder still holds a whole
/// file.
void sync_folder_of(const std::filesystem::path& path) {
    const std::filesystem::path parent = path.parent_path();
    const Descriptor folder(
        ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.valid()) ::fsync(folder.get());
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.valid()) return open_failure(path, errno);
    const Result<std::uint64_t> size = size_of(file, path);
    if (!size) return std::unexpected(size.error());
    MappedFile mapped;
    if (*size == 0) return mapped;
    void* const data = ::mmap(nullptr, *size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (data == MAP_FAILED)
        return fail(codes::file_read_failed, "file can't be mapped: " + reason(errno),
                    path.string());
    mapped.data_ = static_cast<const std::byte*>(data);
    mapped.size_ = *size;
    return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path,
                                         std::uint64_t max_bytes) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.valid()) return open_failure(path, errno);
    const Result<std::uint64_t> size = size_of(file, path);
    if (!size) return std::unexpected(size.error());
    if (*size > max_bytes)
        return fail(codes::file_too_large,
                    "file has " + std::to_string(*size) + " bytes, the limit is " +
                        std::to_string(max_bytes),
                    path.string());
    std::vector<std::byte> bytes(*size);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::read(file.get(), bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0)
            return fail(codes::file_read_failed, "read failed: " + reason(errno), path.string());
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    bytes.resize(done);
    return bytes;
}

Result<> write_file_atomic(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    const std::filesystem::path temporary = temporary_beside(path);
    const auto failure = [&](const char* step) {
        const int number = errno;
        ::unlink(temporary.c_str());
        struct stat facts{};
        const bool there = ::lstat(path.c_str(), &facts) == 0;
        std::string hint = there ? "what was there is as it was" : "no file was made";
        return fail(codes::file_write_failed, std::string(step) + " failed: " + reason(number),
                    path.string(), hint.append("; check the folder, its rights and space"));
    };
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.valid()) return failure("creating a temporary beside it");
    if (!write_all(file.get(), bytes)) return failure("writing");
    if (::fsync(file.get()) != 0) return failure("flushing");
    if (!file.close()) return failure("closing");
    if (::rename(temporary.c_str(), path.c_str()) != 0) return failure("renaming");
    sync_folder_of(path);
    return {};
}

Result<> write_file_atomic(const std::filesystem::path& path, std::string_view text) {
    return write_file_atomic(path, std::as_bytes(std::span(text)));
}

}  // namespace diorama
