// The CUDA adapter, on the first device of the driver. Its kernels are containers with PTX.
#include "conformance/backends/backend.h"
#include "conformance/backends/files.h"

namespace ursa::conformance {
namespace {

std::filesystem::path file(const std::string &name) {
  return prefix() / "share" / "ursa" / "conformance" / "cuda" / name;
}

} // namespace

std::string adapterPath() { return prefix() / "lib" / "libur_adapter_cuda.so.0"; }

std::string imageTarget() { return "nvptx64-sm_70"; }

Capabilities capabilities() {
  Capabilities has;
  has.il = false;
  has.nativeConstants = false;          // PTX has none
  has.allocatesWhileQueuesWait = false; // the driver waits for the device
  has.partialGroups = false;
  has.manyGroups = false;
  has.exactLocalMemory = false;
  has.nativeHandlesAreAdapterObjects = false;
  has.contextsContainSubDevices = false;
  has.recordsNativeCommands = false;
  has.functionPointers = false;
  has.imageVariables = true;
  has.imageKernels = false; // PTX has no images
  return has;
}

std::vector<std::string> missingFeatures() {
  return {"VirtualMemory", "PhysicalMemory", "RegisteredMemory", "ExportedMemory"};
}

std::vector<uint8_t> image(const std::string &name) {
  const std::filesystem::path container = file(name + ".ursa");
  return readFile(exists(container) ? container : file(name + ".ptx"));
}

std::vector<uint8_t> il(const std::string &) {
  ADD_FAILURE() << "CUDA does not accept intermediate language.";
  return {};
}

} // namespace ursa::conformance
