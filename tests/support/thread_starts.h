// Limits how many more threads the system starts. This library precedes the C library, so that
// every part of the program calls its pthread_create.
#pragma once

#include <limits>

namespace ursa {

/// No limit, the initial state.
inline constexpr int kAllThreads = std::numeric_limits<int>::max();

/// Allows that many further threads; then pthread_create fails with EAGAIN.
void allowThreads(int count);

/// Returns how many calls of pthread_create failed because of the limit.
int refusedThreads();

} // namespace ursa
