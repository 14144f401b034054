#include "adapters/opencl/quirks/fences.h"

#include "spirv/builder.h"

#include <string>
#include <utility>

namespace ursa::opencl {
namespace {

using spirv::append;
using spirv::Id;
using spirv::Instruction;
using spirv::Section;
using spirv::Words;

constexpr uint32_t kSpirv14 = 0x00010400; ///< from it on, entry points list all variables

bool hasFences(spirv::Builder &module) {
  for (const Instruction &one : module.instructions(Section::Function))
    if (one.op == spv::Op::OpMemoryBarrier && one.size() > 2)
      return true;
  return false;
}

/// Returns the name of the variable: PoCL gives a kernel the local variables that are named after
/// it.
std::string variableName(spirv::Builder &module) {
  std::string prefix;
  size_t kernels = 0;
  for (const Instruction &entry : module.instructions(Section::EntryPoint))
    if (entry.size() > 3 && kernels++ == 0)
      prefix = std::string(spirv::textIn(entry.words.subspan(3))) + ".";
  return (kernels == 1 ? prefix : "") + "fence";
}

Id addVariable(spirv::Builder &module, uint32_t version) {
  Id variable = 0;
  const Id word = module.intType(32);
  if (version >= kSpirv14) {
    variable = module.variable(spv::StorageClass::Workgroup, word);
  } else {
    const Id pointer = module.pointerType(spv::StorageClass::Workgroup, word);
    variable = module.newId();
    append(module.section(Section::Global), spv::Op::OpVariable,
           {pointer, variable, static_cast<uint32_t>(spv::StorageClass::Workgroup)});
  }
  Words name{variable};
  spirv::appendText(name, variableName(module));
  append(module.section(Section::Name), spv::Op::OpName, name);
  return variable;
}

} // namespace

std::vector<uint32_t> withFencesAsAtomics(std::span<const uint32_t> words) {
  auto module = spirv::Builder::parse(words);
  if (!module || !hasFences(*module))
    return {words.begin(), words.end()};
  const Id variable = addVariable(*module, words[spirv::kVersionWord]);
  const Id word = module->intType(32), zero = module->u32(0);
  const Words code = std::exchange(module->section(Section::Function), {});
  Words &changed = module->section(Section::Function);
  for (const Instruction &one : spirv::Walker(code, 0))
    if (one.op == spv::Op::OpMemoryBarrier && one.size() > 2)
      append(changed, spv::Op::OpAtomicOr, {word, module->newId(), variable, one[1], one[2], zero});
    else
      append(changed, one);
  return module->finish();
}

} // namespace ursa::opencl
