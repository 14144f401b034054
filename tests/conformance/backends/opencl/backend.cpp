// The OpenCL adapter, on the first platform that the ICD loader knows.
#include "conformance/backends/backend.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace ursa::conformance {

std::string adapterPath() { return URSA_LIB_DIR "/libur_adapter_opencl.so.0"; }

std::string imageTarget() { return "spirv64"; }

// Debian's PoCL; what other drivers have more is tested by UR's own suite.
Capabilities capabilities() {
  Capabilities has;
  has.partialGroups = false;
  has.deviceClock = false;
  has.cooperativeLaunches = false;
  has.ignoresUnknownOptions = false;
  has.exactLocalMemory = false;
  has.nativeHandlesAreOwn = false;
  has.endsWithTheAdapter = false;
  has.halfPrecision = false;
  has.contextsHoldParts = false;
  has.recordsNativeCommands = false;
  return has;
}

std::vector<std::string> missingFeatures() {
  return {"HostTask",        "NativeCommand",  "Timestamp",        "AllocationInQueue",
          "VirtualMemory",   "PhysicalMemory", "RegisteredMemory", "ExportedMemory",
          "VariableAddress", "VariableRead",   "VariableWrite"};
}

// A marker that waits for a user event.
std::function<void()> enqueueGate(ur_context_handle_t context, ur_queue_handle_t queue,
                                  ur_event_handle_t *event) {
  ur_native_handle_t native = 0;
  EXPECT_EQ(urContextGetNativeHandle(context, &native), UR_RESULT_SUCCESS);
  cl_event gate = clCreateUserEvent(reinterpret_cast<cl_context>(native), nullptr);
  ur_event_handle_t wrapped = nullptr;
  EXPECT_EQ(urEventCreateWithNativeHandle(reinterpret_cast<ur_native_handle_t>(gate), context,
                                          nullptr, &wrapped),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(urEnqueueEventsWait(queue, 1, &wrapped, event), UR_RESULT_SUCCESS);
  EXPECT_EQ(urEventRelease(wrapped), UR_RESULT_SUCCESS);
  return [gate] {
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    clReleaseEvent(gate);
  };
}

std::vector<uint8_t> image(const std::string &name) { return il(name); }

std::vector<uint8_t> il(const std::string &name) {
  std::ifstream file(URSA_IMAGE_DIR "/" + name + ".spv", std::ios::binary);
  EXPECT_TRUE(file) << name;
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

} // namespace ursa::conformance
