// A driver (ICD) that does next to nothing, but counts: what was called, what lives still. Any call
// can be made to fail. The ICD loader opens it like every other; tests reach it by fakeDriver().
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
  // What is to happen.
  std::string failing;               ///< name of the function that fails, "clCreateBuffer"; or none
  cl_int code = CL_OUT_OF_RESOURCES; ///< with which it fails
  std::string buildLog = "line 3: no"; ///< of programs
  /// The size of their answer that all queries tell, whatever they write; the right one if not set.
  std::optional<size_t> answerSize;
  /// Whether commands run until somebody waits for one; else they are complete at once.
  bool commandsRun = false;
  /// Whether markers and barriers that wait for events tell when they were; else they tell 0, and
  /// the times at which an earlier command ran.
  bool markersKeepTimes = true;

  // What kind of device there is.
  std::string version = "OpenCL 3.0 fake";
  std::string extensions;
  cl_device_svm_capabilities svm = 0;
  /// Variables of every program, by name; without any there are no functions for them.
  std::map<std::string, std::vector<char>> variables;
  cl_version commandBufferVersion = 0; ///< of cl_khr_command_buffer, 0 when it has it not
  cl_ulong commandBufferCapabilities = 0;

  // What happened.
  /// Contexts, queues, buffers, programs, kernels and events that live.
  std::atomic<int> objects = 0;
  std::mutex mutex; ///< guards the rest while several threads call
  std::set<std::string> called;
  std::map<std::string, int> calls;                     ///< how often
  size_t ilBytes = 0;                                   ///< of the last program in SPIR-V
  std::vector<uint32_t> ilOpcodes;                      ///< its instructions, unless it is large
  std::map<uint32_t, std::vector<std::byte>> constants; ///< set for the last program

  /// Makes one function fail until it is told otherwise.
  void fail(std::string function, cl_int with = CL_OUT_OF_RESOURCES) {
    failing = std::move(function);
    code = with;
  }
};

/// What the driver makes of specialization constants: a variable, so that child processes know it
/// too.
///   (unset)  they get their values
///   narrow   of those of 8 bytes, 4 are lost
///   crash    setting one of 8 bytes ends the process
///   refuse   none can be set
inline constexpr const char *kFakeConstants = "FAKE_DRIVER_CONSTANTS";

} // namespace ursa::testing

/// The one of the process. Threads may call the driver; tests tell and ask it while none does.
extern "C" ursa::testing::FakeDriver *fakeDriver();
