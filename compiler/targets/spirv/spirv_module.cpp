// See spirv_module.h.
#include "compiler/targets/spirv/spirv_module.h"

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

bool isId(spv_operand_type_t type) {
  return type == SPV_OPERAND_TYPE_ID || type == SPV_OPERAND_TYPE_TYPE_ID ||
         type == SPV_OPERAND_TYPE_RESULT_ID || type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID ||
         type == SPV_OPERAND_TYPE_SCOPE_ID;
}

spv_result_t addInstruction(void *data, const spv_parsed_instruction_t *parsed) {
  SpirvInstruction instruction;
  instruction.opcode = static_cast<spv::Op>(parsed->opcode);
  instruction.words.assign(parsed->words, parsed->words + parsed->num_words);
  for (std::uint16_t i = 0; i < parsed->num_operands; ++i) {
    const spv_parsed_operand_t &operand = parsed->operands[i];
    if (isId(operand.type))
      instruction.ids.push_back(operand.offset);
    if (operand.type == SPV_OPERAND_TYPE_RESULT_ID)
      instruction.resultIndex = operand.offset;
  }
  static_cast<std::vector<SpirvInstruction> *>(data)->push_back(std::move(instruction));
  return SPV_SUCCESS;
}

/// Returns whether the module has a capability that an extension of OpenCL such as cl_khr_fp16
/// permits, but the validator's rules for OpenCL do not.
bool needsExtensions(const std::vector<std::uint32_t> &words) {
  constexpr spv::Capability kExtensionCapabilities[] = {
      spv::Capability::Float16, spv::Capability::Int64Atomics, spv::Capability::ImageReadWrite,
      spv::Capability::ImageMipmap};
  for (std::size_t at = SpirvModule::kHeaderWords; at < words.size();) {
    const std::uint32_t length = words[at] >> 16;
    if (length != 2 || static_cast<spv::Op>(words[at] & 0xffff) != spv::Op::OpCapability ||
        at + 1 >= words.size())
      return false; // capabilities come first in a module
    if (is_contained(kExtensionCapabilities, static_cast<spv::Capability>(words[at + 1])))
      return true;
    at += length;
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
  spv_diagnostic diagnostic = nullptr;
  if (spvBinaryParse(createContext(environmentFor(words)).get(), &module.instructions, words.data(),
                     words.size(), nullptr, addInstruction, &diagnostic) != SPV_SUCCESS)
    return diagnosticError("The SPIR-V module cannot be read: ", diagnostic);
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
