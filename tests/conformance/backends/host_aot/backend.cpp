// The host adapter with machine code that was compiled ahead of time.
#include "conformance/backends/backend.h"
#include "support/paths.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace ursa::conformance {
namespace {

std::vector<uint8_t> read(const std::string &name) {
  std::ifstream file(URSA_IMAGE_DIR "/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

} // namespace

std::string adapterPath() { return libDir() + "/libur_adapter_host.so.0"; }

std::string imageTarget() { return "host-x86_64-aot"; }

Capabilities capabilities() { return {}; }

std::vector<std::string> missingFeatures() { return {}; }

std::vector<uint8_t> image(const std::string &name) { return read(name + ".so"); }

std::vector<uint8_t> il(const std::string &name) { return read("il/" + name + ".spv"); }

} // namespace ursa::conformance
