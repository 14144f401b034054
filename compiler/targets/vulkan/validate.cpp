// See validate.h.
#include "compiler/targets/vulkan/validate.h"

#include "compiler/targets/vulkan/control_flow.h"

#include <memory>
#include <spirv-tools/libspirv.h>

using namespace llvm;

namespace ursa::compiler::vulkan {

namespace {

/// In modules with more blocks, SPIRV-Tools' quadratic checks of control flow would take most of
/// the compilation.
constexpr std::size_t kMaxBlocks = 500;

} // namespace

Error validate(const ursa::spirv::Words &words) {
  if (Error error = checkControlFlow(words))
    return error;
  return countBlocks(words) > kMaxBlocks ? validateWithSpirvTools(withoutControlFlow(words))
                                         : validateWithSpirvTools(words);
}

Error validateWithSpirvTools(const ursa::spirv::Words &words) {
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
      spvContextCreate(SPV_ENV_VULKAN_1_2), spvContextDestroy);
  const std::unique_ptr<spv_validator_options_t, decltype(&spvValidatorOptionsDestroy)> options(
      spvValidatorOptionsCreate(), spvValidatorOptionsDestroy);
  // Creating friendly names of all ids would take longer than many of the checks.
  spvValidatorOptionsSetFriendlyNames(options.get(), false);
  spv_const_binary_t binary{words.data(), words.size()};
  spv_diagnostic diagnostic = nullptr;
  if (spvValidateWithOptions(context.get(), options.get(), &binary, &diagnostic) == SPV_SUCCESS)
    return Error::success();
  const StringRef text =
      diagnostic ? StringRef(diagnostic->error).trim() : "SPIRV-Tools gave no reason";
  Error error = createStringError(text.split('\n').first.rtrim('.'));
  spvDiagnosticDestroy(diagnostic);
  return error;
}

std::vector<std::string> requiredCapabilities(const std::set<spv::Capability> &capabilities) {
  static constexpr struct {
    spv::Capability capability;
    const char *name;
  } kNames[] = {
      {spv::Capability::Float16, "Float16"},
      {spv::Capability::Float64, "Float64"},
      {spv::Capability::Int64Atomics, "Int64Atomics"},
      {spv::Capability::Int16, "Int16"},
      {spv::Capability::Int8, "Int8"},
      {spv::Capability::GroupNonUniform, "GroupNonUniform"},
      {spv::Capability::GroupNonUniformVote, "GroupNonUniformVote"},
      {spv::Capability::GroupNonUniformArithmetic, "GroupNonUniformArithmetic"},
      {spv::Capability::GroupNonUniformBallot, "GroupNonUniformBallot"},
      {spv::Capability::GroupNonUniformShuffle, "GroupNonUniformShuffle"},
      {spv::Capability::GroupNonUniformShuffleRelative, "GroupNonUniformShuffleRelative"},
      {spv::Capability::StorageBuffer16BitAccess, "StorageBuffer16BitAccess"},
      {spv::Capability::StorageBuffer8BitAccess, "StorageBuffer8BitAccess"},
      {spv::Capability::AtomicFloat32AddEXT, "AtomicFloat32AddEXT"},
      {spv::Capability::AtomicFloat64AddEXT, "AtomicFloat64AddEXT"},
      {spv::Capability::AtomicFloat32MinMaxEXT, "AtomicFloat32MinMaxEXT"},
      {spv::Capability::AtomicFloat64MinMaxEXT, "AtomicFloat64MinMaxEXT"},
  };
  std::vector<std::string> names;
  for (const auto &entry : kNames)
    if (capabilities.count(entry.capability))
      names.emplace_back(entry.name);
  return names;
}

} // namespace ursa::compiler::vulkan
