// See standard_streams.h.
#include "support/standard_streams.h"

#include "support/output_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <span>

namespace ursa::inline support {

void reserveStandardDescriptors() {
  // In ascending order, because open() returns the lowest free number.
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 &&
        open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
      std::_Exit(EXIT_FAILURE);
}

int writeStandardOutput(std::string_view text) {
  errno = 0;
  const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (isWritten && std::fflush(stdout) == 0 && !std::ferror(stdout))
    return 0;
  return errno != 0 ? errno : EIO;
}

void writeStandardError(std::string_view text) noexcept {
  std::fflush(stdout); // so that a terminal shows both in their order
  (void)writeAll(STDERR_FILENO, std::as_bytes(std::span(text.data(), text.size())));
}

} // namespace ursa::inline support
