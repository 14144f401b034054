// Runs numbered jobs in parallel in processes forked from this one, which share its state.
// Processes, because LLVM's code generators have global state that threads would share, and so that
// a crash becomes an error.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <string>

namespace ursa::compiler::frontend {

struct WorkerJobs {
  std::size_t count;
  /// Runs a job in a worker. Its result is passed to onResult().
  llvm::function_ref<llvm::Expected<std::string>(std::size_t)> run;
  /// Receives the result of a job in this process, in the order in which jobs complete.
  llvm::function_ref<void(std::size_t, std::string)> onResult;
  /// Describes a job for the error message if its process exits: "compiling 'k' for spirv64".
  llvm::function_ref<std::string(std::size_t)> describe;
  /// Called in this process when a job ends its process. Returns true if this is not a failure.
  /// Null: it always is.
  llvm::function_ref<bool(std::size_t)> toleratesExit = nullptr;
};

/// Runs the jobs in at most @p workers processes at once. Blocks. Returns the error of the
/// lowest-numbered job that fails; no later job starts after that. All workers have exited when
/// this returns. The calling process must have no other threads and no child that other code waits
/// for.
llvm::Error runInWorkers(const WorkerJobs &jobs, unsigned workers);

} // namespace ursa::compiler::frontend
