// See validation.h.
#include "compiler/targets/spirv/validation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <spirv-tools/libspirv.h>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

/// Returns whether the module has a capability that an extension of OpenCL such as cl_khr_fp16
/// permits, but the validator's rules for OpenCL do not.
bool needsExtensions(const ursa::spirv::Words &words) {
  constexpr spv::Capability kExtensionCapabilities[] = {
      spv::Capability::Float16, spv::Capability::Int64Atomics, spv::Capability::ImageReadWrite,
      spv::Capability::ImageMipmap};
  for (const ursa::spirv::Instruction &instruction : ursa::spirv::Walker(words)) {
    if (instruction.op != spv::Op::OpCapability || !isComplete(instruction))
      return false; // capabilities come first in a module
    if (is_contained(kExtensionCapabilities, static_cast<spv::Capability>(instruction[1])))
      return true;
  }
  return false;
}

spv_target_env environmentFor(const ursa::spirv::Words &words) {
  const bool universal = needsExtensions(words);
  switch (words[ursa::spirv::kVersionWord]) {
  case 0x00010000:
    return universal ? SPV_ENV_UNIVERSAL_1_0 : SPV_ENV_OPENCL_2_1;
  case 0x00010100:
    return universal ? SPV_ENV_UNIVERSAL_1_1 : SPV_ENV_OPENCL_2_2;
  case 0x00010200:
    return universal ? SPV_ENV_UNIVERSAL_1_2 : SPV_ENV_OPENCL_2_2;
  case 0x00010300:
    return SPV_ENV_UNIVERSAL_1_3;
  case 0x00010400:
    return SPV_ENV_UNIVERSAL_1_4;
  case 0x00010500:
    return SPV_ENV_UNIVERSAL_1_5;
  default:
    return SPV_ENV_UNIVERSAL_1_6;
  }
}

} // namespace

Error validateSpirv(const ursa::spirv::Words &words) {
  if (words.size() < ursa::spirv::kHeaderWords)
    return createStringError("The SPIR-V module has no header.");
  const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
      spvContextCreate(environmentFor(words)), spvContextDestroy);
  spv_diagnostic diagnostic = nullptr;
  if (spvValidateBinary(context.get(), words.data(), words.size(), &diagnostic) == SPV_SUCCESS)
    return Error::success();
  const StringRef text = diagnostic ? StringRef(diagnostic->error).trim() : "no reason was given";
  Error error = createStringError(
      "The SPIR-V module is not valid: " + text.split('\n').first.rtrim('.') + ".");
  spvDiagnosticDestroy(diagnostic);
  return error;
}

} // namespace ursa::compiler::spirv
