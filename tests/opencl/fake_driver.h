// A driver (ICD) that does next to nothing, but counts: what was called, what lives still. Any call
// can be made to fail. The ICD loader opens it like every other; tests reach it by fakeDriver().
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace ursa::testing {

struct FakeDriver {
  // What is to happen.
  std::string failing;               ///< name of the function that fails, "clCreateBuffer"; or none
  cl_int code = CL_OUT_OF_RESOURCES; ///< with which it fails
  std::string buildLog = "line 3: no"; ///< of programs

  // What happened.
  std::mutex mutex; ///< guards the two below while several threads call
  std::set<std::string> called;
  std::map<std::string, int> calls; ///< how often
  std::atomic<int> objects =
      0; ///< contexts, queues, buffers, programs, kernels and events that live

  /// Makes one function fail until it is told otherwise.
  void fail(std::string function, cl_int with = CL_OUT_OF_RESOURCES) {
    failing = std::move(function);
    code = with;
  }
};

} // namespace ursa::testing

/// The one of the process. Threads may call the driver; tests tell and ask it while none does.
extern "C" ursa::testing::FakeDriver *fakeDriver();
