// Checks that a test runs on the host and in kernels. A function object takes Checks and calls
// CHECK; the line of the first check that fails is the result.
#pragma once

#include <cstdio>

// URSA_TEST_HOST_ONLY leaves the kernels out, for any C++ compiler.
#ifndef URSA_TEST_HOST_ONLY
#include <sycl/sycl.hpp>
#endif

class Checks {
public:
  void operator()(bool right, int line) {
    if (!right && line_ == 0)
      line_ = line;
  }
  int line() const { return line_; }

private:
  int line_ = 0;
};

// A value that compilers do not know, so that the device computes with it.
template <typename T> T opaque(T value) {
  volatile T kept = value;
  return kept;
}

#define CHECK(...) check((__VA_ARGS__), __LINE__)

// Optional features of devices that the checks need.
enum class Needs { nothing, fp16, fp64 };

// The number of places, host and device, where the checks of Object fail.
template <typename Object> int failures(const char *name, Needs needs = Needs::nothing) {
  int failed = 0;
  Checks onHost;
  Object()(onHost);
  if (onHost.line() != 0) {
    std::printf("%s: the check of line %d fails on the host\n", name, onHost.line());
    ++failed;
  }
#ifndef URSA_TEST_HOST_ONLY
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  if ((needs == Needs::fp16 && !device.has(sycl::aspect::fp16)) ||
      (needs == Needs::fp64 && !device.has(sycl::aspect::fp64)))
    return failed;
  int *const line = sycl::malloc_device<int>(1, queue);
  queue.single_task<Object>([=] {
    Checks check;
    Object()(check);
    *line = check.line();
  });
  queue.wait_and_throw();
  int found = -1;
  queue.copy(line, &found, 1).wait_and_throw();
  if (found != 0) {
    std::printf("%s: the check of line %d fails on the device\n", name, found);
    ++failed;
  }
  sycl::free(line, queue);
#else
  static_cast<void>(needs);
#endif
  return failed;
}
