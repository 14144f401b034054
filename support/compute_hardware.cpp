#include "support/compute_hardware.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace ursa::inline support {
namespace {

namespace fs = std::filesystem;

/// Beginnings of names in /dev: NVIDIA's driver, its one for Tegra, AMD's compute driver, Windows'
/// GPUs in WSL, Arm, Qualcomm, Imagination, VeriSilicon, and FPGAs of Intel and AMD.
constexpr std::array<std::string_view, 10> kNodes = {
    "nvidia", "nvhost", "kfd", "dxg", "mali", "kgsl", "pvr", "galcore", "intel-fpga", "xclmgmt"};

template <class Matches> bool any(const fs::path &folder, Matches matches) {
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
       entry.increment(code))
    if (matches(entry->path().filename().string()))
      return true;
  return false;
}

} // namespace

bool hasComputeHardware(const fs::path &root) {
  const fs::path dev = root / "dev";
  return secure_getenv("POCL_DEVICES") ||
         any(dev / "dri", [](const std::string &name) { return name.starts_with("renderD"); }) ||
         any(dev / "accel", [](const std::string &) { return true; }) ||
         any(dev, [](const std::string &name) {
           return std::any_of(kNodes.begin(), kNodes.end(),
                              [&](std::string_view node) { return name.starts_with(node); });
         });
}

} // namespace ursa::inline support
