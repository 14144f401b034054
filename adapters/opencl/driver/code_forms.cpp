#include "adapters/opencl/driver/code_forms.h"

#include "adapters/common/ptx.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/program/specialization.h"
#include "format/names.h"
#include "spirv/translator.h"

#include <fmt/ranges.h>

#include <cstring>
#include <utility>

namespace ursa::opencl {
namespace {

constexpr std::pair<spirv::Trait, const char *> kNames[] = {
    {spirv::kTraitBool, "bool"},
    {spirv::kTraitInt8, "8-bit integers"},
    {spirv::kTraitInt16, "16-bit integers"},
    {spirv::kTraitInt32, "32-bit integers"},
    {spirv::kTraitInt64, "64-bit integers"},
    {spirv::kTraitHalf, "half"},
    {spirv::kTraitFloat, "float"},
    {spirv::kTraitDouble, "double"},
    {spirv::kTraitRepeated, "repeated ids"},
};

std::string namesOf(spirv::Traits traits) {
  std::vector<const char *> names;
  for (const auto &[trait, name] : kNames)
    if (traits & trait)
      names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

SpirvSupport spirvSupportOf(const ur_device_handle_t_ &device) {
  // The query of the extension and that of version 2.1 have the same number.
  if (device.version >= 21 || device.has("cl_khr_il_program")) {
    const auto il = URSA_CL_STRING(clGetDeviceInfo, CL_DEVICE_IL_VERSION, device.id);
    if (il && (*il).find("SPIR-V") != std::string::npos)
      return SpirvSupport::Il;
  }
  return device.has("cl_khr_spir") && !spirv::translatorPath().empty() ? SpirvSupport::Spir
                                                                       : SpirvSupport::None;
}

std::vector<std::string> imageTargets(const ur_device_handle_t_ &device) {
  std::vector<std::string> targets =
      adapter::ptx::imageTargets(format::target::kNvcl, device.computeCapability);
  if (device.spirv != SpirvSupport::None) {
    targets.emplace_back(format::target::kSpirv);
    targets.emplace_back(UR_DEVICE_BINARY_TARGET_SPIRV64); // the target's name in other compilers
  }
  return targets;
}

std::string describeCodeForms(const ur_device_handle_t_ &device) {
  std::vector<std::string> forms;
  if (device.spirv == SpirvSupport::Il) {
    const spirv::Traits native = nativeTraits(device);
    forms.push_back(native == 0 ? "SPIR-V, constants folded"
                                : fmt::format("SPIR-V, constants set by the driver ({}) or folded",
                                              namesOf(native)));
  }
  if (device.spirv == SpirvSupport::Spir)
    forms.emplace_back("SPIR-V translated to SPIR 1.2, constants folded");
  if (device.has("cl_khr_spir"))
    forms.emplace_back("SPIR 1.2 as LLVM bitcode, constants emulated");
  if (device.computeCapability != 0)
    forms.emplace_back("PTX, constants emulated");
  forms.emplace_back("the driver's own binaries, constants emulated");
  return fmt::format("{}", fmt::join(forms, "; "));
}

} // namespace ursa::opencl
