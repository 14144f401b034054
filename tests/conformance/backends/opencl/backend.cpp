// The OpenCL adapter, on the first platform of the ICD loader. Its kernels are SPIR-V, or
// containers with PTX if the device does not accept SPIR-V.
#include "conformance/backends/backend.h"
#include "conformance/backends/files.h"
#include "support/expect_ok.h"

#include "ur_api.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <gtest/gtest.h>

namespace ursa::conformance {
namespace {

// Properties of the device under test.
struct Facts {
  bool takesSpirv = false;
  bool isNvidia = false;
};
Facts queryFacts() {
  ur_adapter_handle_t adapter = nullptr;
  ur_platform_handle_t platform = nullptr;
  ur_device_handle_t device = nullptr;
  EXPECT_OK(urAdapterGet(1, &adapter, nullptr));
  EXPECT_OK(urPlatformGet(adapter, 1, &platform, nullptr));
  EXPECT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, nullptr));
  char version[64] = {};
  EXPECT_OK(urDeviceGetInfo(device, UR_DEVICE_INFO_IL_VERSION, sizeof(version), version, nullptr));
  uint32_t vendor = 0;
  EXPECT_OK(urDeviceGetInfo(device, UR_DEVICE_INFO_VENDOR_ID, sizeof(vendor), &vendor, nullptr));
  EXPECT_OK(urDeviceRelease(device));
  EXPECT_OK(urAdapterRelease(adapter));
  return {version[0] != 0, vendor == 0x10de};
}
const Facts &facts() {
  static const Facts cached = queryFacts();
  return cached;
}

bool takesSpirv() { return facts().takesSpirv; }

std::filesystem::path file(const std::string &name) {
  return prefix() / "share" / "ursa" / "conformance" / "opencl" / name;
}

} // namespace

std::string adapterPath() { return prefix() / "lib" / "libur_adapter_opencl.so.0"; }

std::string imageTarget() { return takesSpirv() ? "spirv64" : "nvcl64-sm_70"; }

// PoCL as Debian ships it and NVIDIA's driver. UR's own suite tests the further features of other
// drivers.
Capabilities capabilities() {
  Capabilities has;
  has.il = takesSpirv();
  has.nativeConstants = takesSpirv();
  has.partialGroups = false;
  has.logsIgnoredOptions = takesSpirv(); // NVIDIA's driver accepts any option silently
  has.exactLocalMemory = false;
  has.freesAsynchronously = false;
  has.nativeHandlesAreAdapterObjects = false;
  has.adapterReleaseWaits = false;
  has.halfPrecision = takesSpirv(); // PoCL on processors that convert halves
  has.contextsContainSubDevices = false;
  has.recordsNativeCommands = false;
  has.functionPointers = false;
  has.imageKernels = takesSpirv(); // PTX has no images
  // No OpenCL query reports these.
  has.usesImagesInPlace = !facts().isNvidia;
  has.anySlicePitch = !facts().isNvidia;
  has.copiesBetweenLayers = !facts().isNvidia;
  return has;
}

std::vector<std::string> missingFeatures() {
  return {"VirtualMemory", "PhysicalMemory", "RegisteredMemory", "ExportedMemory", "IpcMemory"};
}

// The gate is a marker that waits for a user event.
std::function<void()> enqueueGate(ur_context_handle_t context, ur_queue_handle_t queue,
                                  ur_event_handle_t *event) {
  ur_native_handle_t native = 0;
  EXPECT_OK(urContextGetNativeHandle(context, &native));
  cl_event gate = clCreateUserEvent(reinterpret_cast<cl_context>(native), nullptr);
  ur_event_handle_t wrapped = nullptr;
  EXPECT_OK(urEventCreateWithNativeHandle(reinterpret_cast<ur_native_handle_t>(gate), context,
                                          nullptr, &wrapped));
  EXPECT_OK(urEnqueueEventsWait(queue, 1, &wrapped, event));
  EXPECT_OK(urEventRelease(wrapped));
  return [gate] {
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    clReleaseEvent(gate);
  };
}

std::vector<uint8_t> image(const std::string &name) {
  if (takesSpirv())
    return il(name);
  const std::filesystem::path container = file(name + ".ursa");
  return readFile(exists(container) ? container : file(name + ".ptx"));
}

std::vector<uint8_t> il(const std::string &name) { return readFile(file(name + ".spv")); }

} // namespace ursa::conformance
