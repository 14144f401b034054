// A program run as a child process: given bytes to read, its output and messages collected. For
// work that another library version does, or that may end the process it is done in.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ursa {

struct ChildCall {
  std::string program; ///< a path
  std::vector<std::string> arguments;
  std::span<const std::byte> input; ///< what it reads from its standard input
  bool keepsEnvironment = false;    ///< whether it gets environmentForChild(), else no variable
  int timeoutSeconds = 120;         ///< after which it is ended
};

struct ChildAnswer {
  std::string problem; ///< how it ended, in words; empty when well
  std::vector<std::byte> output;
  std::string messages; ///< what it wrote to its standard error
};

/// Blocks until the child has ended. No shell, no named temporary file; the signals that this
/// process blocks or ignores are as usual in the child. Thread safe. Errors:
/// UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE when it cannot be started;
/// UR_RESULT_ERROR_OUT_OF_HOST_MEMORY when the system does not give files.
Result<ChildAnswer> runChild(const ChildCall &call);

} // namespace ursa
