#include "support/process_memory.h"

#include <cerrno>
#include <cstring>

#include <sys/uio.h>
#include <unistd.h>

namespace ursa::inline support {

bool readMemory(const void *from, void *to, size_t size) noexcept {
  const iovec local{to, size};
  const iovec remote{const_cast<void *>(from), size};
  const ssize_t got = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  if (got < 0 && (errno == EPERM || errno == ENOSYS)) {
    std::memcpy(to, from, size);
    return true;
  }
  return got == static_cast<ssize_t>(size);
}

} // namespace ursa::inline support
