// Runs commands in parallel. Output is captured and written in the order of the jobs, so that it
// does not depend on the number of parallel jobs.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace ursa::compiler::tools {

/// A command: the program, looked up in PATH, and its arguments.
struct Job {
  std::vector<std::string> command;
};

/// Runs @p jobs, at most @p parallel at once, and writes their output to @p out. Blocks.
///
/// At the first error, no further job starts, later jobs that are running are terminated, and
/// earlier ones finish, so that the reported job is the first in order that fails. Its output is
/// written, and the error, a StatusError, names the command and has its status. No process of a job
/// is left afterwards: the calling process becomes the subreaper of its jobs' children. SIGCHLD
/// must not be ignored, and no other thread may have or wait for children.
llvm::Error runJobs(llvm::ArrayRef<Job> jobs, unsigned parallel, llvm::raw_ostream &out);

} // namespace ursa::compiler::tools
