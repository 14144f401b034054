// Runs a program as a child process with given input, and collects its output and messages. For
// work that needs another version of a library, or that may crash.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ursa::inline support {

struct ChildCall {
  std::string program; ///< a path
  std::vector<std::string> arguments;
  std::span<const std::byte> input; ///< the child's standard input
  bool keepsEnvironment =
      false; ///< whether it inherits environmentForChild(); otherwise its environment is empty
  int timeoutSeconds = 120; ///< the child is ended after this time
};

struct ChildAnswer {
  std::string problem; ///< how it failed; empty on success
  std::vector<std::byte> output;
  std::string messages; ///< the child's standard error
};

/// Blocks until the child has ended. Uses no shell and no named temporary file. Signals that this
/// process blocks or ignores have their defaults in the child. Thread safe. Fails with
/// UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE if the program cannot be started, and with
/// UR_RESULT_ERROR_OUT_OF_HOST_MEMORY if files cannot be created.
Result<ChildAnswer> runChild(const ChildCall &call);

} // namespace ursa::inline support
