// See spirv_module.h.
#include "compiler/targets/spirv/spirv_module.h"

#include "spirv/grammar.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <spirv-tools/libspirv.h>

using namespace llvm;

namespace ursa {
namespace {

using Context = std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)>;

Context createContext(spv_target_env environment) {
  return {spvContextCreate(environment), spvContextDestroy};
}

Error diagnosticError(const char *what, spv_diagnostic diagnostic) {
  const StringRef text = diagnostic ? StringRef(diagnostic->error).trim() : "no reason was given";
  Error error = createStringError(Twine(what) + text.split('\n').first.rtrim('.') + ".");
  spvDiagnosticDestroy(diagnostic);
  return error;
}

/// Returns whether the module has a capability that an extension of OpenCL such as cl_khr_fp16
/// permits, but the validator's rules for OpenCL do not.
bool needsExtensions(const std::vector<std::uint32_t> &words) {
  constexpr spv::Capability kExtensionCapabilities[] = {
      spv::Capability::Float16, spv::Capability::Int64Atomics, spv::Capability::ImageReadWrite,
      spv::Capability::ImageMipmap};
  for (const spirv::Instruction &instruction : spirv::Walker(words)) {
    if (instruction.op != spv::Op::OpCapability || !isComplete(instruction))
      return false; // capabilities come first in a module
    if (is_contained(kExtensionCapabilities, static_cast<spv::Capability>(instruction[1])))
      return true;
  }
  return false;
}

spv_target_env environmentFor(const std::vector<std::uint32_t> &words) {
  const bool universal = needsExtensions(words);
  switch (words[SpirvModule::kVersionWord]) {
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

Expected<SpirvModule> SpirvModule::parse(const std::vector<std::uint32_t> &words) {
  SpirvModule module;
  if (words.size() < kHeaderWords)
    return createStringError("The SPIR-V module has no header.");
  copy(ArrayRef(words).take_front(kHeaderWords), module.header.begin());
  const spirv::ParsedInstructions parsed(words);
  if (!parsed.problem().empty())
    return createStringError("The SPIR-V module cannot be read: " + parsed.problem() + ".");
  for (const spirv::ParsedInstruction &one : parsed)
    module.instructions.push_back({one.op,
                                   {one.words.begin(), one.words.end()},
                                   {one.ids.begin(), one.ids.end()},
                                   static_cast<std::uint16_t>(!one.result ? 0
                                                              : one.type  ? 2
                                                                          : 1)});
  return module;
}

std::vector<std::uint32_t> SpirvModule::words() const {
  std::vector<std::uint32_t> result(header.begin(), header.end());
  for (const SpirvInstruction &instruction : instructions)
    result.insert(result.end(), instruction.words.begin(), instruction.words.end());
  return result;
}

Error validateSpirv(const std::vector<std::uint32_t> &words) {
  if (words.size() < SpirvModule::kHeaderWords)
    return createStringError("The SPIR-V module has no header.");
  spv_diagnostic diagnostic = nullptr;
  if (spvValidateBinary(createContext(environmentFor(words)).get(), words.data(), words.size(),
                        &diagnostic) == SPV_SUCCESS)
    return Error::success();
  return diagnosticError("The SPIR-V module is not valid: ", diagnostic);
}

} // namespace ursa
