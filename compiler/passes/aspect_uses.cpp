#include "compiler/passes/aspect_uses.h"

#include "compiler/passes/device_requirements.h"
#include "compiler/passes/reference_graph.h"
#include "compiler/passes/source_location.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

constexpr StringLiteral kMetadata = "ursa_aspect_uses";

/// What code with an aspect has; empty for aspects that only front ends know.
StringRef codeOf(std::int64_t aspect) {
  switch (aspect) {
  case kAspectHalf:
    return "half";
  case kAspectDouble:
    return "double";
  case kAspectImage:
    return "an image";
  case kAspectAtomic64:
    return "an atomic operation of 64 bits";
  default:
    return "";
  }
}

/// Whether a function is of SYCL's headers: of its namespace, or the entry of a kernel, which has
/// the name of a type.
bool isOfSycl(const Function &function) {
  const StringRef name = function.getName();
  return name.starts_with("_ZN9ursa_sycl4sycl") || name.starts_with("_ZNK9ursa_sycl4sycl") ||
         name.starts_with("_ZTS");
}

/// The functions that a value refers to, also through constants.
void addFunctions(const Value *value, SetVector<const Function *> &functions,
                  SmallPtrSetImpl<const Value *> &seen) {
  if (!isa<Constant>(value) || !seen.insert(value).second)
    return;
  if (const auto *function = dyn_cast<Function>(value)) {
    functions.insert(function);
    return;
  }
  for (const Value *operand : cast<Constant>(value)->operands())
    addFunctions(operand, functions, seen);
}

/// A kernel and all functions that it reaches, nearest first, and by which function.
struct Reached {
  SetVector<const Function *> functions;
  SmallVector<const Function *, 16> callers; ///< null for the kernel
};

Reached reachedFrom(const Function &kernel, const ReferenceGraph &references) {
  Reached reached;
  SmallPtrSet<const Value *, 32> seen;
  reached.functions.insert(&kernel);
  reached.callers.push_back(nullptr);
  for (std::size_t i = 0; i < reached.functions.size(); ++i) {
    const Function &function = *reached.functions[i];
    for (const Instruction &instruction : instructions(function))
      for (const Value *operand : instruction.operands())
        addFunctions(operand, reached.functions, seen);
    if (!function.isDeclaration())
      for (const Function *callee : references.indirectCallees(function))
        reached.functions.insert(callee);
    reached.callers.resize(reached.functions.size(), &function);
  }
  return reached;
}

/// Returns the function of the program that leads to a function of SYCL's headers; the function
/// itself if it is of the program or no other is.
const Function *ofProgram(const Function *function, const Reached &reached) {
  for (const Function *each = function; each;) {
    if (!isOfSycl(*each))
      return each;
    const auto place = find(reached.functions, each) - reached.functions.begin();
    each = reached.callers[static_cast<std::size_t>(place)];
  }
  return function;
}

/// @param function of the program, or that leads to the use in a function of SYCL's headers
std::string describeUse(const Function &function, std::int64_t aspect) {
  const Instruction *user = nullptr;
  for (const Instruction &instruction : instructions(function))
    if (aspectsOf(instruction).count(aspect)) {
      user = user ? user : &instruction;
      if (sourceLocation(instruction).empty())
        continue;
      user = &instruction;
      break;
    }
  const std::string what = codeOf(aspect).empty() ? "" : codeOf(aspect).str() + " in ";
  std::string place = user ? sourceLocation(*user) : "";
  if (place.empty())
    place = sourceLocation(function);
  if (!place.empty())
    place = " at " + StringRef(place).drop_back(StringRef(": ").size()).str();
  return what + "function '" + readableFunctionName(sourceName(function)) + "'" + place;
}

/// Returns the text of a kernel's metadata; empty without one.
std::string notedUse(const Function &kernel, std::int64_t aspect) {
  const MDNode *node = kernel.getMetadata(kMetadata);
  for (unsigned i = 0; node && i + 1 < node->getNumOperands(); i += 2) {
    const auto *number = mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(i));
    const auto *text = dyn_cast_or_null<MDString>(node->getOperand(i + 1));
    if (number && text && number->getSExtValue() == aspect)
      return text->getString().str();
  }
  return "";
}

} // namespace

std::string aspectUse(const Function &kernel, std::int64_t aspect,
                      const ReferenceGraph &references) {
  std::string noted = notedUse(kernel, aspect);
  if (!noted.empty())
    return noted;
  const Reached reached = reachedFrom(kernel, references);
  const Function *nearest = nullptr;
  for (const Function *function : reached.functions) {
    auto aspects = aspectsOf(*function);
    if (!aspects) {
      consumeError(aspects.takeError()); // others report malformed metadata
      continue;
    }
    if (!aspects->count(aspect))
      continue;
    function = ofProgram(function, reached);
    if (!nearest || (isOfSycl(*nearest) && !isOfSycl(*function)))
      nearest = function;
    if (!isOfSycl(*nearest))
      break;
  }
  return nearest ? describeUse(*nearest, aspect) : "";
}

void setAspectUses(Function &kernel, const std::map<std::int64_t, std::string> &uses) {
  LLVMContext &context = kernel.getContext();
  SmallVector<Metadata *, 8> operands;
  for (const auto &[aspect, text] : uses) {
    operands.push_back(
        ConstantAsMetadata::get(ConstantInt::getSigned(Type::getInt64Ty(context), aspect)));
    operands.push_back(MDString::get(context, text));
  }
  if (!operands.empty())
    kernel.setMetadata(kMetadata, MDNode::get(context, operands));
}

void noteAspectUses(Module &module) {
  const ReferenceGraph references(module);
  for (Function &kernel : module) {
    if (!isKernel(kernel) || kernel.isDeclaration())
      continue;
    std::map<std::int64_t, std::string> uses;
    for (const Function *function : reachedFrom(kernel, references).functions) {
      auto aspects = aspectsOf(*function);
      if (!aspects) {
        consumeError(aspects.takeError());
        continue;
      }
      for (const std::int64_t aspect : *aspects)
        uses[aspect];
    }
    for (auto &[aspect, text] : uses)
      text = aspectUse(kernel, aspect, references);
    setAspectUses(kernel, uses);
  }
}

} // namespace ursa::compiler::passes
