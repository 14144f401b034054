// The host adapter.
#include "conformance/backends/backend.h"
#include "support/paths.h"

#include <cstdlib>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sys/utsname.h>

namespace ursa::conformance {
namespace {

std::vector<uint8_t> read(const std::string &name) {
  std::ifstream file(URSA_IMAGE_DIR "/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

} // namespace

std::string adapterPath() { return libDir() + "/libur_adapter_host.so.0"; }

std::string imageTarget() {
  utsname system{};
  uname(&system);
  return std::string("host-") + system.machine;
}

Capabilities capabilities() { return {}; }

std::vector<std::string> missingFeatures() {
  return std::getenv("URSA_HOST_IPC_MEMORY") ? std::vector<std::string>()
                                             : std::vector<std::string>{"IpcMemory"};
}

std::vector<uint8_t> image(const std::string &name) { return read(name + ".bc"); }

std::vector<uint8_t> il(const std::string &name) { return read(name + ".spv"); }

} // namespace ursa::conformance
