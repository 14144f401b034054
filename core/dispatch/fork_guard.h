// Protects forked children of a process that uses the loader. The child has a single thread: the
// adapters' threads do not exist there, and locks that other threads held stay locked. Every call
// in such a child therefore returns an error. The fork handler closes the gate of
// core/dispatch/layer_gate.h, which sends every call to the slow path, and the slow path compares
// process ids before anything takes a lock. Calls in the parent cost nothing more.
//
// A child that was forked before urLoaderInit or after the last urLoaderTearDown may use the
// loader, as may a program that the child starts with exec.
#pragma once

#include "support/result.h"

#include <mutex>

#include <pthread.h>

namespace ursa::core::dispatch {

/// Records that this process uses the loader. UR_RESULT_ERROR_OUT_OF_HOST_MEMORY if the fork
/// handler cannot be registered.
Result<void> claimProcess();

/// Records that this process no longer uses the loader.
void releaseProcess() noexcept;

/// Returns UR_RESULT_ERROR_UNINITIALIZED, with a message that names @p function, in a child that
/// was forked while its parent used the loader. Takes no lock.
Result<void> checkNotForked(const char *function);

/// From now on, each fork waits for the mutex, and leaves it unlocked in the child. For functions
/// that a process may call before it uses the loader, and that its children may therefore call too.
/// Call once per mutex.
template <std::mutex &(*mutex)()> void refuseInChildren() {
  (void)pthread_atfork([] { mutex().lock(); }, [] { mutex().unlock(); }, [] { mutex().unlock(); });
}

} // namespace ursa::core::dispatch
