// Runs numbered jobs at once in processes that are forked from this one, which each have all that
// it has. Processes, because LLVM's code generators keep state that threads would share, and
// because one that crashes then is an error with a name.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <string>

namespace ursa {

struct WorkerJobs {
  std::size_t count;
  /// Does a job, in a worker; its bytes go to done(). Fails with a sentence.
  llvm::function_ref<llvm::Expected<std::string>(std::size_t)> run;
  /// Takes the result of a job, in this process, in the order in which jobs end.
  llvm::function_ref<void(std::size_t, std::string)> done;
  /// What a job does, for the sentence when it ends its process: "compiling 'k' for spirv64".
  llvm::function_ref<std::string(std::size_t)> describe;
  /// Asked in this process when a job has ended its process; true when that is no failure. Null: it
  /// always is one.
  llvm::function_ref<bool(std::size_t)> mayEnd = nullptr;
};

/// Runs the jobs in at most @p workers processes at once. Blocks. Fails with the sentence of the
/// first job by number that fails; no job behind it starts then. No worker is left when this
/// returns. The calling process must have no other threads and no child that somebody waits for.
llvm::Error runInWorkers(const WorkerJobs &jobs, unsigned workers);

} // namespace ursa
