// See device_requirements.h.
#include "compiler/passes/device_requirements.h"

#include "compiler/builtins/builtin.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/number_copies.h"
#include "compiler/passes/reference_graph.h"
#include "compiler/passes/source_location.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

constexpr StringLiteral kWorkGroupAttribute = "sycl-work-group-size";
constexpr StringLiteral kWorkGroupMetadata = "reqd_work_group_size";
constexpr StringLiteral kSubGroupAttribute = "sycl-sub-group-size";
constexpr StringLiteral kSubGroupMetadata = "intel_reqd_sub_group_size";
constexpr std::size_t kMaxDimensions = 3;

void addType(const Type *type, AspectSet &aspects) {
  if (auto *extension = dyn_cast<TargetExtType>(type)) {
    if (extension->getName() == "spirv.Image" || extension->getName() == "spirv.SampledImage")
      aspects.insert(kAspectImage);
    return;
  }
  if (type->isAggregateType()) {
    for (const Type *element : type->subtypes())
      addType(element, aspects);
    return;
  }
  type = type->getScalarType();
  if (type->isDoubleTy())
    aspects.insert(kAspectDouble);
  else if (type->isHalfTy())
    aspects.insert(kAspectHalf);
}

bool isAtomicOf64Bits(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return false;
  const auto atomic = builtins::describeAs<builtins::Atomic>(callee->getName());
  if (!atomic || atomic->operation == builtins::Atomic::Init)
    return false;
  const auto is64Bits = [](const Type *type) {
    return type->isIntegerTy(64) || type->isDoubleTy();
  };
  return is64Bits(callee->getReturnType()) || any_of(callee->getFunctionType()->params(), is64Bits);
}

void addInstruction(const Instruction &instruction, AspectSet &aspects) {
  addType(instruction.getType(), aspects);
  for (const Value *operand : instruction.operands())
    addType(operand->getType(), aspects);
  const Type *atomic = nullptr;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    atomic = update->getValOperand()->getType();
  else if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    atomic = exchange->getNewValOperand()->getType();
  else if (instruction.isAtomic() && isa<LoadInst>(instruction))
    atomic = instruction.getType();
  else if (instruction.isAtomic() && isa<StoreInst>(instruction))
    atomic = instruction.getOperand(0)->getType();
  const auto *call = dyn_cast<CallBase>(&instruction);
  if ((atomic && atomic->getPrimitiveSizeInBits() == 64) || (call && isAtomicOf64Bits(*call)))
    aspects.insert(kAspectAtomic64);
}

/// Parses a list of sizes such as "32,16"; nothing if it is malformed.
std::optional<SmallVector<std::uint64_t, 3>> parseSizes(StringRef text) {
  SmallVector<StringRef, 3> parts;
  text.split(parts, ',');
  SmallVector<std::uint64_t, 3> sizes;
  for (StringRef part : parts) {
    std::uint64_t size = 0;
    if (part.trim().getAsInteger(10, size) || size == 0 || size > UINT32_MAX)
      return std::nullopt;
    sizes.push_back(size);
  }
  if (sizes.size() > kMaxDimensions)
    return std::nullopt;
  return sizes;
}

MDNode *sizesNode(LLVMContext &context, ArrayRef<std::uint64_t> sizes) {
  SmallVector<Metadata *, 3> operands;
  for (std::uint64_t size : sizes)
    operands.push_back(ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), size)));
  return MDNode::get(context, operands);
}

Error malformedAttributeError(const Function &function, StringRef attribute, StringRef needed) {
  return createStringError(sourceLocation(function) + "The attribute '" + attribute +
                           "' of function '" + function.getName() + "' is '" +
                           function.getFnAttribute(attribute).getValueAsString() + "'; " + needed +
                           ".");
}

} // namespace

Expected<AspectSet> aspectsOf(const Function &function) {
  AspectSet aspects;
  for (StringRef kind : {"sycl_used_aspects", "sycl_declared_aspects"}) {
    auto numbers = metadataNumbers(function, kind);
    if (!numbers)
      return numbers.takeError();
    aspects.insert(numbers->begin(), numbers->end());
  }
  if (function.isDeclaration())
    return aspects;
  for (const Argument &argument : function.args())
    addType(argument.getType(), aspects);
  for (const Instruction &instruction : instructions(function))
    if (!instruction.hasMetadata(kCopyMetadata))
      addInstruction(instruction, aspects);
  return aspects;
}

AspectSet aspectsOf(const Instruction &instruction) {
  AspectSet aspects;
  addInstruction(instruction, aspects);
  return aspects;
}

AspectUsage::AspectUsage(const Module &module, const ReferenceGraph &references) {
  MapVector<std::int64_t, SmallVector<const GlobalValue *, 8>> users;
  for (const Function &function : module)
    for (std::int64_t aspect :
         cantFail(aspectsOf(function))) // checkMetadata rejects malformed metadata
      users[aspect].push_back(&function);
  for (const auto &[aspect, functions] : users)
    for (const Function *function : references.functionsThatReach(functions))
      aspects_[function].insert(aspect);
}

const AspectSet &AspectUsage::reachableAspects(const Function &function) const {
  static const AspectSet kNone;
  const auto found = aspects_.find(&function);
  return found == aspects_.end() ? kNone : found->second;
}

Error lowerSizeAttributes(Module &module) {
  LLVMContext &context = module.getContext();
  for (Function &function : module) {
    if (function.hasFnAttribute(kWorkGroupAttribute) && !function.hasMetadata(kWorkGroupMetadata)) {
      auto sizes = parseSizes(function.getFnAttribute(kWorkGroupAttribute).getValueAsString());
      if (!sizes)
        return malformedAttributeError(
            function, kWorkGroupAttribute,
            "one to three sizes of 1 to 4294967295 are needed, with commas between");
      std::reverse(sizes->begin(), sizes->end()); // dimension 0 is last in the attribute
      function.setMetadata(kWorkGroupMetadata, sizesNode(context, *sizes));
    }
    if (function.hasFnAttribute(kSubGroupAttribute) && !function.hasMetadata(kSubGroupMetadata)) {
      auto sizes = parseSizes(function.getFnAttribute(kSubGroupAttribute).getValueAsString());
      if (!sizes || sizes->size() != 1)
        return malformedAttributeError(function, kSubGroupAttribute,
                                       "a size of 1 to 4294967295 is needed");
      function.setMetadata(kSubGroupMetadata, sizesNode(context, *sizes));
    }
  }
  return Error::success();
}

std::string requirementsKey(const Function &function, const AspectSet &aspects,
                            const std::optional<AspectSet> &onlyAspects) {
  std::string key;
  for (std::int64_t aspect : aspects)
    if (!onlyAspects || onlyAspects->count(aspect))
      key += "a" + std::to_string(aspect);
  // checkMetadata rejects malformed metadata.
  if (const auto size = cantFail(requiredSubGroupSize(function)))
    key += "s" + std::to_string(*size);
  if (onlyAspects)
    return key;
  if (const auto size = cantFail(requiredWorkGroupSize(function)))
    for (std::uint32_t length : ArrayRef(size->sizes).take_front(size->dimensions))
      key += "w" + std::to_string(length);
  return key;
}

} // namespace ursa::compiler::passes
