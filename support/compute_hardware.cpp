#include "support/compute_hardware.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace ursa::inline support {
namespace {

namespace fs = std::filesystem;

/// Beginnings of names in /dev: NVIDIA's driver, its one for Tegra, AMD's compute driver, Windows'
/// GPUs in WSL, Arm, Qualcomm, Imagination, VeriSilicon, and FPGAs of Intel and AMD.
constexpr std::array<std::string_view, 10> kNodes = {
    "nvidia", "nvhost", "kfd", "dxg", "mali", "kgsl", "pvr", "galcore", "intel-fpga", "xclmgmt"};

/// NVIDIA's driver makes its nodes when it is used for the first time.
bool isOfNvidia(const fs::path &device) {
  std::string vendor;
  return std::getline(std::ifstream(device / "vendor"), vendor) && vendor == "0x10de";
}

template <class Matches> bool any(const fs::path &folder, Matches matches) {
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
       entry.increment(code))
    if (matches(*entry))
      return true;
  return false;
}

} // namespace

bool hasComputeHardware(const fs::path &root) {
  const fs::path dev = root / "dev";
  const auto nameStartsWith = [](std::string_view start) {
    return [start](const fs::path &path) { return path.filename().string().starts_with(start); };
  };
  return secure_getenv("POCL_DEVICES") || any(dev / "dri", nameStartsWith("renderD")) ||
         any(dev / "accel", nameStartsWith("")) ||
         any(dev,
             [&](const fs::path &node) {
               return std::any_of(kNodes.begin(), kNodes.end(), [&](std::string_view start) {
                 return nameStartsWith(start)(node);
               });
             }) ||
         any(root / "sys/bus/pci/devices", isOfNvidia);
}

} // namespace ursa::inline support
