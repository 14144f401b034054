// Runs a program and waits until it exits. A signal that ends this process also ends the program
// and its children (signal_cleanup.h). If this process is killed, the program receives SIGTERM.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

/// Runs @p command, whose first word is the path of the program, with the file @p inputPath as
/// standard input. Its output passes through, or goes to the file @p outputPath if that is not
/// empty. Returns the exit status, or 128 plus the signal number if a signal ended it. Fails if the
/// program cannot be started. Blocks. May be called on any thread, which must live until this
/// returns.
llvm::Expected<int> runProgram(const std::vector<std::string> &command,
                               const std::string &outputPath,
                               const std::string &inputPath = "/dev/null");

} // namespace ursa::compiler::frontend
