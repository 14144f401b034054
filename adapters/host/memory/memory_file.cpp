#include "adapters/host/memory/memory_file.h"

#include "adapters/host/driver/system_memory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ursa::host {
namespace {

constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

Error noMemory(size_t size, const char *what) {
  return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                   "A memory file of {} bytes cannot be created: {} failed: {}.", size, what,
                   std::strerror(errno));
}

} // namespace

size_t pageSize() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

Result<MemoryFile> MemoryFile::create(size_t size) {
  // A request for more memory than is free could invoke the system's out-of-memory killer.
  if (const uint64_t available = systemMemory().free; size > available)
    return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                     "Memory of {} bytes was requested; {} are free.", size, available);
  MemoryFile file(memfd_create("ursa", MFD_CLOEXEC | MFD_ALLOW_SEALING), size);
  if (file.descriptor_ < 0)
    return noMemory(size, "making it");
  int failure = 0;
  while ((failure = posix_fallocate(file.descriptor_, 0, static_cast<off_t>(size))) == EINTR) {
  }
  if (failure != 0) {
    errno = failure;
    return noMemory(size, "filling it");
  }
  if (fcntl(file.descriptor_, F_ADD_SEALS, kSeals) != 0)
    return noMemory(size, "sealing it");
  return file;
}

Result<MemoryFile> MemoryFile::open(int64_t process, const Location &location) {
  const std::string path = fmt::format("/proc/{}/fd/{}", process, location.descriptor);
  // The descriptor may refer to another file by now; opening it must not block.
  MemoryFile file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), location.size);
  const auto refuse = [&path](const char *reason) {
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The memory at '{}' cannot be opened: {}.",
                     path, reason);
  };
  if (file.descriptor_ < 0)
    return refuse(std::strerror(errno));
  if (location.size == 0 || location.size % pageSize() != 0)
    return refuse("its size is no multiple of a page");
  const int seals = fcntl(file.descriptor_, F_GET_SEALS);
  if (seals < 0 || (seals & kSeals) != kSeals)
    return refuse("it is not shareable memory of Ursa");
  struct stat status {};
  if (fstat(file.descriptor_, &status) != 0)
    return refuse(std::strerror(errno));
  if (status.st_ino != location.identity || static_cast<size_t>(status.st_size) != location.size)
    return refuse("it refers to other memory by now");
  return file;
}

MemoryFile::MemoryFile(MemoryFile &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

MemoryFile &MemoryFile::operator=(MemoryFile &&other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

MemoryFile::~MemoryFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

Result<MemoryFile::Location> MemoryFile::location() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0)
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES, "The memory file cannot be queried: {}.",
                     std::strerror(errno));
  return Location{descriptor_, status.st_ino, size_};
}

Result<MemoryFile> MemoryFile::duplicate() const {
  MemoryFile copy(fcntl(descriptor_, F_DUPFD_CLOEXEC, 0), size_);
  if (copy.descriptor_ < 0)
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "The descriptor of the memory cannot be duplicated: {}.",
                     std::strerror(errno));
  return copy;
}

// Reserves so many addresses that aligned ones are among them, and frees the others.
Result<void *> MemoryFile::map(size_t alignment) const {
  const auto failed = [this](int error) {
    return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                     "A memory file of {} bytes cannot be mapped: {}.", size_,
                     std::strerror(error));
  };
  size_t reserved = 0;
  if (__builtin_add_overflow(size_, std::max(alignment, pageSize()) - pageSize(), &reserved))
    return failed(ENOMEM);
  void *const start =
      mmap(nullptr, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return failed(errno);
  void *aligned = start;
  size_t rest = reserved;
  std::align(alignment, size_, aligned, rest);
  void *const memory =
      mmap(aligned, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor_, 0);
  if (memory == MAP_FAILED) {
    const int error = errno;
    munmap(start, reserved);
    return failed(error);
  }
  if (rest < reserved)
    munmap(start, reserved - rest);
  if (rest > size_)
    munmap(static_cast<char *>(memory) + size_, rest - size_);
  return memory;
}

int MemoryFile::detach() { return std::exchange(descriptor_, -1); }

} // namespace ursa::host
