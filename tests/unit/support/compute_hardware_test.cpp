// Which device nodes tell of processors besides the CPU.
#include "support/compute_hardware.h"

#include "unit/scoped_variable.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace ursa {
namespace {

namespace fs = std::filesystem;

class ComputeHardware : public testing::Test {
protected:
  ComputeHardware() {
    std::string name = (fs::temp_directory_path() / "ursa-hardware-XXXXXX").string();
    root_ = mkdtemp(name.data());
  }
  ~ComputeHardware() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  /// Whether a node tells of hardware.
  bool tells(const std::string &node) {
    fs::remove_all(root_ / "dev");
    const fs::path path = root_ / "dev" / node;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "";
    return hasComputeHardware(root_);
  }

  fs::path root_;
};

TEST_F(ComputeHardware, HasNodes) {
  EXPECT_FALSE(hasComputeHardware(root_)) << "without /dev";
  for (const char *node : {"dri/renderD128", "nvidia0", "nvidiactl", "kfd", "dxg", "mali0",
                           "accel/accel0", "nvhost-gpu", "kgsl-3d0"})
    EXPECT_TRUE(tells(node)) << node;
  for (const char *node : {"null", "dri/card0", "sda", "fb0"})
    EXPECT_FALSE(tells(node)) << node;
}

TEST_F(ComputeHardware, OfNvidiaMayHaveNoNodesYet) {
  const auto withVendor = [&](const char *vendor) {
    const fs::path device = root_ / "sys/bus/pci/devices/0000:01:00.0";
    fs::create_directories(device);
    std::ofstream(device / "vendor") << vendor << '\n';
    return tells("null");
  };
  EXPECT_FALSE(withVendor("0x8086"));
  EXPECT_TRUE(withVendor("0x10de"));
}

TEST_F(ComputeHardware, MayBeThatOfOtherMachines) {
  const ScopedVariable remote("POCL_DEVICES", "remote");
  EXPECT_TRUE(tells("null"));
}

} // namespace
} // namespace ursa
