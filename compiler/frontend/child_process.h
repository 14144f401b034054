// Runs a program and waits for it, such that it does not outlive this process: a signal that ends
// this process ends the program and what it has started (signal_cleanup.h). When this process is
// killed, the program is sent SIGTERM.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa {

/// Runs @p command, whose first word is the path of the program, with nothing on standard input.
/// What it prints passes through, or goes to the file @p printed when that is not empty. Returns
/// its exit status, 128 plus the number of the signal when one ended it. Fails with a sentence when
/// it cannot be started. Blocks. Any thread, which must live until this returns.
llvm::Expected<int> runProgram(const std::vector<std::string> &command, const std::string &printed);

} // namespace ursa
