// How many more threads the system starts: a library that stands before the C library's, which
// every part of the program calls.
#pragma once

#include <limits>

namespace ursa {

/// All, to begin with.
inline constexpr int kAllThreads = std::numeric_limits<int>::max();

/// From now on that many threads start; then pthread_create fails with EAGAIN.
void allowThreads(int count);

/// How often pthread_create has failed so.
int refusedThreads();

} // namespace ursa
