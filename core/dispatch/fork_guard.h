// What a fork leaves behind. The child has one thread: the threads of adapters are gone, and locks
// that others held stay locked. So in a child of a process that used the loader every call returns
// an error: the gate of core/dispatch/layer_gate.h is closed there, which sends every call to the
// slow path, and that compares process ids before anything takes a lock. A call costs nothing more
// for it, in the parent or anywhere.
//
// A child forked before urLoaderInit or after the last urLoaderTearDown may use the loader, and so
// may a program that the child becomes by exec.
#pragma once

#include "core/support/result.h"

#include <mutex>

#include <pthread.h>

namespace ursa {

/// Says that this process uses the loader. UR_RESULT_ERROR_OUT_OF_HOST_MEMORY when forks cannot be
/// watched.
Result<void> claimProcess();

/// Says that it does so no longer.
void releaseProcess() noexcept;

/// UR_RESULT_ERROR_UNINITIALIZED, in the name of @p function, in the child of a process that used
/// the loader when it was forked. Takes no lock.
Result<void> checkNotForked(const char *function);

/// Has each fork from now on wait for a mutex and leave it unlocked in the child too: for what a
/// process that does not use the loader yet may call, and so its children. Call it once.
template <std::mutex &(*mutex)()> void keepUsableInChildren() {
  (void)pthread_atfork([] { mutex().lock(); }, [] { mutex().unlock(); }, [] { mutex().unlock(); });
}

} // namespace ursa
