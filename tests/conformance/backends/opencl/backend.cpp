// The OpenCL adapter, on the first platform that the ICD loader knows.
#include "conformance/backends/backend.h"

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
  return has;
}

std::vector<std::string> missingFeatures() {
  return {"HostTask",       "NativeCommand", "Timestamp",      "AllocationInQueue",
          "UsmPool",        "VirtualMemory", "PhysicalMemory", "RegisteredMemory",
          "ExportedMemory", "PitchedMemory", "CommandBuffer",  "VariableAddress"};
}

std::vector<uint8_t> image(const std::string &name) { return il(name); }

std::vector<uint8_t> il(const std::string &name) {
  std::ifstream file(URSA_IMAGE_DIR "/" + name + ".spv", std::ios::binary);
  EXPECT_TRUE(file) << name;
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

} // namespace ursa::conformance
