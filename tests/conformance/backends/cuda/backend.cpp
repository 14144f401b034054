// The CUDA adapter, on the first device of the driver. Its kernels are containers with PTX, or
// bitcode; those with native constants are always bitcode.
#include "conformance/backends/backend.h"
#include "conformance/backends/files.h"
#include "support/expect_ok.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

#include <dlfcn.h>
#include <unistd.h>

namespace ursa::conformance {
namespace {

std::filesystem::path file(const std::string &name) {
  return prefix() / "share" / "ursa" / "conformance" / "cuda" / name;
}

bool takesBitcode() {
  const char *images = std::getenv("URSA_CUDA_IMAGES");
  return images && std::string_view(images) == "bitcode";
}

// The code generator may be left out of a copy of the build.
bool hasGenerator() { return exists(prefix() / "lib" / "libursa_nvptx_jit.so.0"); }

bool hasTranslator() {
  const char *path = std::getenv("URSA_LLVM_SPIRV");
  return access(path ? path : "/usr/bin/llvm-spirv-15", X_OK) == 0;
}

// As CUDA's header declares them.
struct FillNode {
  unsigned long long address;
  size_t pitch;
  unsigned value;
  unsigned elementSize;
  size_t width;
  size_t height;
};
using AddFillNode = int(void **node, void *graph, void *const *after, size_t count,
                        const FillNode *fill, void *context);

void addNativeFills(ur_context_handle_t context, ur_native_handle_t native, int *value) {
  ur_native_handle_t current = 0;
  EXPECT_OK(urContextGetNativeHandle(context, &current));
  void *const driver = dlopen("libcuda.so.1", RTLD_LAZY);
  const auto add = reinterpret_cast<AddFillNode *>(dlsym(driver, "cuGraphAddMemsetNode"));
  ASSERT_NE(add, nullptr);
  const auto fill = [&](int *to, unsigned number, void *after) {
    const FillNode parameters{reinterpret_cast<uintptr_t>(to), 0, number, sizeof(int), 1, 1};
    void *node = nullptr;
    EXPECT_EQ(add(&node, reinterpret_cast<void *>(native), &after, after ? 1 : 0, &parameters,
                  reinterpret_cast<void *>(current)),
              0);
    return node;
  };
  fill(value, 10, fill(value + 1, 4, nullptr));
  dlclose(driver);
}

} // namespace

std::string adapterPath() { return prefix() / "lib" / "libur_adapter_cuda.so.0"; }

std::string imageTarget() { return takesBitcode() ? "nvptx64" : "nvptx64-sm_70"; }

Capabilities capabilities() {
  Capabilities has;
  has.il = hasGenerator() && hasTranslator();
  has.nativeConstants = hasGenerator();
  has.kernelConstants = hasGenerator();
  has.allocatesWhileQueuesWait = false; // the driver waits for the device
  has.partialGroups = false;
  has.manyGroups = false;
  has.exactLocalMemory = false;
  has.nativeHandlesAreAdapterObjects = false;
  has.contextsContainSubDevices = false;
  has.addNativeCommands = addNativeFills;
  has.functionPointers = false;
  has.knowsFunctions = false;
  has.linksImages = false; // ursac links whole programs
  has.imageVariables = true;
  has.usesImagesInPlace = false;
  has.fixedPointSampling = true;
  has.mapsHostMemory = false;
  return has;
}

std::vector<std::string> missingFeatures() { return {}; }

std::vector<uint8_t> image(const std::string &name) {
  const std::filesystem::path bitcode = file(name + ".bitcode");
  const std::filesystem::path container = file(name + ".ursa");
  if (exists(bitcode) && (takesBitcode() || !exists(container)))
    return readFile(bitcode);
  return readFile(exists(container) ? container : file(name + ".ptx"));
}

std::vector<uint8_t> il(const std::string &name) { return readFile(file(name + ".spv")); }

} // namespace ursa::conformance
