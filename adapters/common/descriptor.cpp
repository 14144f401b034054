#include "adapters/common/descriptor.h"

#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ursa::adapter {
namespace {

Error cannotOpen(int64_t process, int64_t number, const char *reason) {
  return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                   "Descriptor {} of process {} cannot be opened: {}.", number, process, reason);
}

} // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0)
    close(number_);
}

Result<uint64_t> Descriptor::identity() const {
  struct stat status {};
  if (fstat(number_, &status) != 0)
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES, "Descriptor {} cannot be queried: {}.",
                     number_, std::strerror(errno));
  return (uint64_t{status.st_dev} << 32 ^ uint64_t{status.st_rdev} << 16) + status.st_ino;
}

Result<Descriptor> openDescriptor(int64_t process, int64_t number) {
  if (process <= 0 || process > INT_MAX || number < 0 || number > INT_MAX)
    return cannotOpen(process, number, "there is none");
  if (process == getpid()) { // where the system cannot take over descriptors, too
    Descriptor copy(fcntl(static_cast<int>(number), F_DUPFD_CLOEXEC, 0));
    if (copy.number() < 0)
      return cannotOpen(process, number, std::strerror(errno));
    return copy;
  }
  const Descriptor of(static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(process), 0)));
  if (of.number() < 0)
    return cannotOpen(process, number, std::strerror(errno));
  Descriptor taken(
      static_cast<int>(syscall(SYS_pidfd_getfd, of.number(), static_cast<int>(number), 0)));
  if (taken.number() < 0)
    return cannotOpen(process, number, std::strerror(errno));
  return taken;
}

} // namespace ursa::adapter
