// A fake driver (ICD) that counts calls and live objects, and can fail any call. The ICD loader
// opens it like any other driver; tests access it through fakeDriver().
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ursa::testing {

struct FakeDriver {
  // Settings of the behavior.
  std::string failing; ///< name of the function that fails, for example "clCreateBuffer"; or empty
  cl_int code = CL_OUT_OF_RESOURCES;   ///< the code it returns
  std::string buildLog = "line 3: no"; ///< of programs
  /// The answer size that all queries report, whatever they write; the correct size if not set.
  std::optional<size_t> answerSize;
  /// Whether commands run until a caller waits for one; otherwise they complete immediately.
  bool commandsRun = false;
  /// Whether all queues run their commands one after the other, and none before what it waits for.
  /// Otherwise commands complete immediately, and so do user events.
  bool ordersQueues = false;
  /// Whether markers and barriers with a wait list have profiling times; otherwise they report 0,
  /// and the times at which an earlier command ran.
  bool markersKeepTimes = true;

  // Properties of the platform and the device.
  std::string platform = "Fake"; ///< its name
  std::string version = "OpenCL 3.0 fake";
  std::string extensions;
  cl_device_svm_capabilities svm = 0;
  /// Variables of every program, by name. If empty, the driver has no functions for variables.
  std::map<std::string, std::vector<char>> variables;
  cl_version commandBufferVersion = 0; ///< of cl_khr_command_buffer, 0 if not supported
  cl_ulong commandBufferCapabilities = 0;

  // Recorded calls.
  /// Live contexts, queues, buffers, programs, kernels and events.
  std::atomic<int> objects = 0;
  std::mutex mutex; ///< guards the members below while several threads call
  std::set<std::string> called;
  std::map<std::string, int> calls;                     ///< number of calls by function
  int binaryQueries = 0;                                ///< for binaries of programs
  size_t ilBytes = 0;                                   ///< of the last program in SPIR-V
  std::vector<uint32_t> ilOpcodes;                      ///< its instructions, unless it is large
  std::map<uint32_t, std::vector<std::byte>> constants; ///< set for the last program

  /// Makes a function fail until the next call of fail().
  void fail(std::string function, cl_int with = CL_OUT_OF_RESOURCES) {
    failing = std::move(function);
    code = with;
  }
};

/// An environment variable, so that child processes inherit it: how the driver treats
/// specialization constants.
///   (unset)  sets them correctly
///   narrow   loses 4 of 8 bytes
///   crash    ends the process when one of 8 bytes is set
///   refuse   rejects all
inline constexpr const char *kFakeConstants = "FAKE_DRIVER_CONSTANTS";

} // namespace ursa::testing

/// Returns the process's fake driver. Several threads may call the driver, but tests may access
/// this object only while none does.
extern "C" ursa::testing::FakeDriver *fakeDriver();
