// See image_ir.h.
#include "compiler/frontend/image_ir.h"

#include "compiler/image/lowered_image.h"
#include "compiler/passes/source_location.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

std::string imageName(const Module &module, const std::string &fallback) {
  SetVector<const Function *> kernels;
  SetVector<StringRef> sources;
  for (const Function &function : module)
    if (passes::isKernel(function)) {
      kernels.insert(&function);
      sources.insert(passes::moduleIdOf(function));
    }
  if (kernels.size() == 1)
    return passes::readableFunctionName(kernels.front()->getName());
  return sources.size() == 1 && !sources.front().empty()
             ? sys::path::filename(sources.front()).str()
             : fallback;
}

/// "scale" of "scale.12".
StringRef withoutNumericSuffix(StringRef name) {
  while (true) {
    const auto [stem, count] = name.rsplit('.');
    if (stem.empty() || count.empty() || !all_of(count, isDigit))
      return name;
    name = stem;
  }
}

/// Renumbers local names: clang numbers strings per source, and the linker numbers local names that
/// sources share.
void renumberLocalNames(Module &module) {
  SmallVector<std::pair<GlobalValue *, std::string>, 32> locals;
  StringSet<> usedNames;
  for (GlobalValue &global : module.global_values()) {
    if (global.hasLocalLinkage() && global.hasName() && !global.getName().starts_with("llvm.")) {
      locals.emplace_back(&global, withoutNumericSuffix(global.getName()).str());
      global.setName("");
    } else {
      usedNames.insert(global.getName());
    }
  }
  StringMap<unsigned> counts;
  for (auto &[global, stem] : locals) {
    std::string name = stem;
    for (unsigned &count = counts[stem]; !usedNames.insert(name).second;)
      name = stem + "." + std::to_string(++count);
    global->setName(name);
  }
}

/// Replaces module ids by a constant marker: only their presence matters in an image.
void eraseModuleIds(Module &module, bool keepMarker) {
  for (Function &function : module) {
    if (passes::moduleIdOf(function).empty())
      continue;
    function.removeFnAttr(passes::kModuleIdAttribute);
    function.setMetadata(passes::kModuleIdAttribute, nullptr);
    if (keepMarker)
      function.addFnAttr(passes::kModuleIdAttribute, "device");
  }
}

} // namespace

bool hasRequestedDebugInfo(const Module &module) {
  return any_of(module.debug_compile_units(), [](const DICompileUnit *unit) {
    return unit->getEmissionKind() != DICompileUnit::NoDebug;
  });
}

void eraseUnreachedFunctions(Module &module) {
  SetVector<Constant *> reached;
  for (Function &function : module)
    if (passes::isKernel(function) || passes::isExported(function))
      reached.insert(&function);
  if (reached.empty())
    return;
  for (Function &function : module)
    if (function.hasFnAttribute(passes::kReferencedIndirectly))
      reached.insert(&function);
  for (GlobalVariable &variable : module.globals())
    reached.insert(&variable);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (Value *operand : reached[i]->operands())
      if (auto *constant = dyn_cast<Constant>(operand))
        reached.insert(constant);
    if (auto *function = dyn_cast<Function>(reached[i]))
      for (Instruction &instruction : instructions(*function))
        for (Value *operand : instruction.operands())
          if (auto *constant = dyn_cast<Constant>(operand))
            reached.insert(constant);
  }
  SmallVector<Function *, 16> dead;
  for (Function &function : module)
    if (!reached.contains(&function) && !function.isDeclaration())
      dead.push_back(&function);
  // Drops references first, because dead functions may call each other.
  for (Function *function : dead)
    function->dropAllReferences();
  for (Function *function : dead) {
    function->replaceAllUsesWith(PoisonValue::get(function->getType()));
    function->eraseFromParent();
  }
}

SplitIr createSplitIr(Module &module, const std::string &name, bool keepDebug, bool withHash) {
  SplitIr split;
  split.name = imageName(module, name);
  split.keepDebug = keepDebug;
  module.setSourceFileName("device");
  eraseModuleIds(module, /*keepMarker=*/true);
  renumberLocalNames(module);
  SmallString<0> bitcode;
  image::writeImageBitcode(module, bitcode);
  split.bitcode = bitcode.str().str();
  if (!withHash)
    return split;
  passes::eraseSourceAttributes(module);
  if (!keepDebug)
    StripDebugInfo(module);
  image::writeImageBitcode(module, bitcode);
  const XXH128_hash_t hash = xxh3_128bits(
      ArrayRef(reinterpret_cast<const std::uint8_t *>(bitcode.data()), bitcode.size()));
  split.hash = utohexstr(hash.high64, /*LowerCase=*/true, 16) +
               utohexstr(hash.low64, /*LowerCase=*/true, 16);
  return split;
}

void stripImageIr(Module &module, bool keepDebug) {
  eraseModuleIds(module, /*keepMarker=*/false);
  passes::eraseSourceAttributes(module);
  if (!keepDebug)
    StripDebugInfo(module);
}

} // namespace ursa::compiler::frontend
