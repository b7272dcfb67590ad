// SPDX-License-Identifier: MIT
#include "diorama/core/file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "diorama/core/atomic_file.hpp"
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

/// Opens \p path for reading. Not blocking: a pipe that nobody writes would otherwise hold the
/// caller.
int open_to_read(const std::filesystem::path& path) {
    return ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

Result<std::uint64_t> size_of(const Descriptor& file, const std::filesystem::path& path) {
    struct stat facts{};
    if (::fstat(file.get(), &facts) != 0)
        return fail(codes::file_read_failed, "file can't be examined: " + reason(errno),
                    path.string());
    if (S_ISDIR(facts.st_mode))
        return fail(codes::file_read_failed, "path is a folder, expected a file", path.string(),
                    "name a file in it");
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

/// A name beside the target that no other writer of this process has had.
std::filesystem::path temporary_beside(const std::filesystem::path& path) {
    static std::atomic<unsigned> next{0};
    std::filesystem::path result = path;
    result += ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(next++);
    return result;
}

/// Makes a file that was not there beside \p path, whose name goes to \p made; negative where that
/// fails.
///
/// A killed writer leaves its file behind, and one of another PID namespace or host may have our
/// process number: the name may be taken, for any number of them, so the next is tried.
/// What is found is left alone: nothing tells here whether its writer, elsewhere, still lives.
int open_temporary(const std::filesystem::path& path, std::filesystem::path& made) {
    constexpr int kMostTaken = 100'000;  // then something else is wrong
    for (int taken = 0;; ++taken) {
        std::filesystem::path name = temporary_beside(path);
        const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) made = std::move(name);
        if (file >= 0 || errno != EEXIST || taken == kMostTaken) return file;
    }
}

/// Makes what was written to \p file durable; false where the system can't.
bool sync(int file) {
    while (::fsync(file) != 0) {
        if (errno != EINTR) return false;
    }
    return true;
}

/// Where the bytes for a path go, and the rights that the file there has.
struct Target {
    std::filesystem::path path;  // behind links, so that a link stays one
    std::optional<mode_t> rights;
};

/// Finds what is at \p path; a device, pipe or folder is not to be replaced by a file.
Result<Target> target_at(const std::filesystem::path& path) {
    struct stat facts{};
    if (::stat(path.c_str(), &facts) != 0) return Target{path, std::nullopt};
    if (!S_ISREG(facts.st_mode))
        return fail(codes::file_write_failed,
                    S_ISDIR(facts.st_mode) ? "path is a folder, expected a file"
                                           : "path is a device or pipe, expected a file",
                    path.string(), "what was there is as it was; write to a file of another name");
    std::error_code failed;
    std::filesystem::path real = std::filesystem::canonical(path, failed);
    return Target{failed ? path : std::move(real), facts.st_mode & 07777U};
}

/// Makes the rename itself durable. A file system that can't sync a folder still holds a whole
/// file.
void sync_folder_of(const std::filesystem::path& path) {
    const std::filesystem::path parent = path.parent_path();
    const Descriptor folder(
        ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.valid()) (void)sync(folder.get());
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    const Descriptor file(open_to_read(path));
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

void MappedFile::drop(std::span<const std::byte> part) const noexcept {
    constexpr std::uintptr_t kPage = 65536;  // a multiple of every page's size
    const auto first = reinterpret_cast<std::uintptr_t>(part.data());
    const std::uintptr_t begin = (first + kPage - 1) & ~(kPage - 1);
    const std::uintptr_t end = (first + part.size()) & ~(kPage - 1);
    if (begin < end) (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path,
                                         std::uint64_t max_bytes) {
    const Descriptor file(open_to_read(path));
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

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path) {
    Result<Target> target = target_at(path);
    if (!target) return std::unexpected(std::move(target.error()));
    AtomicFile made(path, std::move(target->path));
    made.file_ = open_temporary(made.target_, made.temporary_);
    if (made.file_ < 0) {
        Result<> failed = made.failure("creating a temporary beside it");
        return std::unexpected(std::move(failed.error()));
    }
    // Some file systems have no rights to keep; the bytes matter more.
    if (target->rights) (void)!::fchmod(made.file_, *target->rights);
    return made;
}

AtomicFile::AtomicFile(std::filesystem::path path, std::filesystem::path target)
    : path_(std::move(path)), target_(std::move(target)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::move(other.temporary_)),
      file_(std::exchange(other.file_, -1)) {}

AtomicFile::~AtomicFile() {
    if (file_ < 0) return;
    ::close(file_);
    ::unlink(temporary_.c_str());
}

Result<> AtomicFile::write(std::span<const std::byte> bytes) {
    if (!write_all(file_, bytes)) return failure("writing");
    return {};
}

Result<> AtomicFile::commit() {
    if (!sync(file_)) return failure("flushing");
    if (::close(std::exchange(file_, -1)) != 0) return failure("closing");
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) return failure("renaming");
    sync_folder_of(target_);
    return {};
}

/// Removes the temporary, if there is one, and says which \p step has failed and why.
Result<> AtomicFile::failure(const char* step) {
    const int number = errno;
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    struct stat facts{};
    const bool there = ::lstat(path_.c_str(), &facts) == 0;
    const std::filesystem::path folder = target_.parent_path();
    if (number == ENOENT && !folder.empty() && ::lstat(folder.c_str(), &facts) != 0)
        return fail(codes::file_write_failed,
                    "found no folder " + folder.string() + " to write into", path_.string(),
                    "make it first: mkdir -p " + folder.string());
    std::string hint = there ? "what was there is as it was" : "no file was made";
    return fail(codes::file_write_failed, std::string(step) + " failed: " + reason(number),
                path_.string(), hint.append("; check the folder, its rights and space"));
}

Result<> write_file_atomic(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return std::unexpected(std::move(file.error()));
    if (Result<> written = file->write(bytes); !written) return written;
    return file->commit();
}

Result<> write_file_atomic(const std::filesystem::path& path, std::string_view text) {
    return write_file_atomic(path, std::as_bytes(std::span(text)));
}

}  // namespace diorama
