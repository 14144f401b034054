#include "compiler/targets/host/passes/kernel_entry.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/opencl_images.h"
#include "compiler/targets/host/passes/local_memory.h"
#include "compiler/targets/host/passes/pack_masks.h"
#include "format/host/sub_groups.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using format::host::ArgumentKind;
using format::host::LaunchSizes;

constexpr uint64_t kSlotAlignment = 8; ///< alignment of arguments in the argument block

// Sets the argument kind of a pointer parameter.
Result<void> describePointer(const Function &function, unsigned index,
                             format::host::KernelArgument &slot) {
  const auto attribute = [&](const char *name) {
    return function.getAttributeAtIndex(index + AttributeList::FirstArgIndex, name);
  };
  slot.kind = ArgumentKind::Pointer;
  if (attribute("ursa-local").isValid()) {
    slot.kind = ArgumentKind::Local;
  } else if (attribute(targets::kSamplerAttribute).isValid()) {
    slot.kind = ArgumentKind::Sampler;
  } else if (const Attribute image = attribute(targets::kImageAttribute); image.isValid()) {
    const StringRef name = image.getValueAsString();
    const auto type = format::host::imageTypeNamed({name.data(), name.size()});
    if (!type)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "Argument {} of kernel '{}' is of type '{}', which this device does not "
                       "have.",
                       index, function.getName().str(), name.str());
    slot.kind = ArgumentKind::Image;
    slot.imageType = *type;
  }
  return {};
}

Result<format::host::KernelInfo> describe(const Function &function) {
  const DataLayout &layout = function.getDataLayout();
  format::host::KernelInfo info;
  info.name = function.getName().str();
  for (const Argument &argument : function.args()) {
    format::host::KernelArgument slot;
    if (argument.hasByValAttr()) {
      slot.size = layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
    } else if (argument.hasPassPointeeByValueCopyAttr() || argument.hasStructRetAttr() ||
               argument.hasSwiftErrorAttr()) {
      return makeError(
          UR_RESULT_ERROR_INVALID_BINARY,
          "Argument {} of kernel '{}' has a parameter attribute that is invalid for kernels.",
          argument.getArgNo(), info.name);
    } else if (argument.getType()->isPointerTy()) {
      URSA_CHECK(describePointer(function, argument.getArgNo(), slot));
      slot.size = sizeof(uint64_t);
    } else {
      slot.size = layout.getTypeAllocSize(argument.getType()).getFixedValue();
    }
    slot.offset = alignTo(info.argumentBytes, kSlotAlignment);
    info.argumentBytes = slot.offset + slot.size;
    info.arguments.push_back(slot);
  }
  auto groupSize = passes::requiredWorkGroupSize(function);
  if (!groupSize)
    return Error{UR_RESULT_ERROR_INVALID_BINARY, toString(groupSize.takeError())};
  if (*groupSize)
    info.requiredGroupSize = (*groupSize)->sizes;
  auto subGroupSize = passes::requiredSubGroupSize(function);
  if (!subGroupSize)
    return Error{UR_RESULT_ERROR_INVALID_BINARY, toString(subGroupSize.takeError())};
  if (*subGroupSize)
    info.requiredSubGroupSize = **subGroupSize;
  return info;
}

// Gives each work-item its own copy of `byval` arguments.
void copyByValueArguments(Function &item, const Function &kernel) {
  IRBuilder<> builder(&*item.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (const Argument &original : kernel.args()) {
    if (!original.hasByValAttr())
      continue;
    Argument *argument = item.getArg(original.getArgNo());
    Type *type = original.getParamByValType();
    AllocaInst *copy = builder.CreateAlloca(type);
    copy->setAlignment(original.getParamAlign().value_or(copy->getAlign()));
    argument->replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, copy->getAlign(), argument, Align(kSlotAlignment),
                         item.getDataLayout().getTypeAllocSize(type));
  }
}

Value *minimum(IRBuilder<> &builder, Value *a, Value *b) {
  return builder.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
}

Value *loadSize(IRBuilder<> &builder, Value *sizes, size_t offset, unsigned dimension) {
  return builder.CreateLoad(builder.getInt64Ty(),
                            builder.CreateConstGEP1_64(builder.getInt8Ty(), sizes,
                                                       offset + dimension * sizeof(uint64_t)));
}

} // namespace

std::vector<Function *> kernelsOf(Module &module) {
  std::vector<Function *> kernels;
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasFnAttribute("ursa-kernel"))
      kernels.push_back(&function);
  return kernels;
}

bool isSharedVariable(const GlobalVariable &variable) {
  const bool isLocal = variable.getSection() == "ursa.local";
  return variable.hasAttribute("ursa-global") ||
         (!variable.isConstant() && !isLocal && !variable.getName().starts_with("llvm."));
}

Result<Kernel> outlineWorkItem(Function &function, uint32_t subGroupSize) {
  URSA_TRY(format::host::KernelInfo info, describe(function));
  info.subGroupSize = info.requiredSubGroupSize != 0 ? info.requiredSubGroupSize : subGroupSize;
  LLVMContext &context = function.getContext();
  Type *pointer = PointerType::getUnqual(context);
  Type *number = Type::getInt64Ty(context);

  std::vector<Type *> types(function.getFunctionType()->param_begin(),
                            function.getFunctionType()->param_end());
  Kernel kernel;
  kernel.ownArguments = static_cast<unsigned>(types.size());
  kernel.hasSubGroupOperations = callsSubGroupOperation(function);
  const unsigned added =
      kernel.hasSubGroupOperations ? unsigned(kSubGroupParametersEnd) : unsigned(kItemParameters);
  for (unsigned i = 0; i < added; ++i)
    types.push_back(i < kGlobalId ? pointer : number);
  auto *item = Function::Create(FunctionType::get(Type::getVoidTy(context), types, false),
                                GlobalValue::ExternalLinkage, "ursa.item." + function.getName(),
                                function.getParent());
  for (const char *name : {"target-cpu", "target-features"})
    item->addFnAttr(function.getFnAttribute(name));
  item->addFnAttr(Attribute::NoUnwind);
  for (Argument &argument : function.args()) {
    for (const auto kind :
         {Attribute::NoAlias, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::ReadNone})
      if (argument.hasAttribute(kind) && !argument.hasByValAttr())
        item->addParamAttr(argument.getArgNo(), kind);
    item->getArg(argument.getArgNo())->takeName(&argument);
    argument.replaceAllUsesWith(item->getArg(argument.getArgNo()));
  }
  item->splice(item->begin(), &function);
  copyByValueArguments(*item, function);
  function.eraseFromParent();

  const auto parameter = [&](unsigned index) { return item->getArg(kernel.ownArguments + index); };
  item->addParamAttr(kernel.ownArguments + kSizes, Attribute::NoAlias);
  item->addParamAttr(kernel.ownArguments + kSizes, Attribute::ReadOnly);
  item->addDereferenceableParamAttr(kernel.ownArguments + kSizes, sizeof(LaunchSizes));
  WorkItem where;
  where.subGroupSize = info.subGroupSize;
  where.sizes = parameter(kSizes);
  for (unsigned d = 0; d < 3; ++d) {
    where.globalId[d] = parameter(kGlobalId + d);
    where.localId[d] = parameter(kLocalId + d);
    where.groupId[d] = parameter(kGroupId + d);
    where.groupSize[d] = parameter(kGroupSize + d);
  }
  if (kernel.hasSubGroupOperations) {
    where.subGroupLane = parameter(kSubGroupLane);
    where.subGroupItems = parameter(kSubGroupItems);
    where.subGroupId = parameter(kSubGroupId);
  }
  URSA_CHECK(lowerWorkItemFunctions(*item, where));
  if (kernel.hasSubGroupOperations &&
      (info.subGroupSize > format::host::kMaxSubGroupSize || !isPowerOf2_32(info.subGroupSize)))
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Kernel '{}' requires sub-groups of {} work-items; those of the host have a "
                     "power of two, at most {}.",
                     info.name, info.subGroupSize, format::host::kMaxSubGroupSize);
  URSA_TRY(info.staticLocalBytes, placeLocalVariables(*item, *parameter(kLocalMemory)));
  kernel.info = std::move(info);
  kernel.item = item;
  return kernel;
}

Entry beginEntry(const Kernel &kernel, IRBuilder<> &builder, const char *prefix) {
  Module &module = *kernel.item->getParent();
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  Type *number = Type::getInt64Ty(context);
  Entry entry;
  entry.function = Function::Create(
      FunctionType::get(Type::getVoidTy(context),
                        {pointer, pointer, pointer, pointer, number, number, number, number},
                        false),
      GlobalValue::ExternalLinkage, prefix + kernel.info.name, module);
  for (const char *name : {"target-cpu", "target-features"})
    entry.function->addFnAttr(kernel.item->getFnAttribute(name));
  entry.function->addFnAttr(Attribute::NoUnwind);
  for (unsigned i = 0; i < 2; ++i) {
    entry.function->addParamAttr(i, Attribute::NoAlias);
    entry.function->addParamAttr(i, Attribute::ReadOnly);
  }
  Value *block = entry.function->getArg(0);
  entry.sizes = entry.function->getArg(1);
  entry.localMemory = entry.function->getArg(2);
  entry.itemMemory = entry.function->getArg(3);
  entry.groupXBegin = entry.function->getArg(4);
  entry.groupXEnd = entry.function->getArg(5);
  entry.groupId[1] = entry.function->getArg(6);
  entry.groupId[2] = entry.function->getArg(7);

  builder.SetInsertPoint(BasicBlock::Create(context, "entry", entry.function));
  for (unsigned i = 0; i < kernel.ownArguments; ++i) {
    const format::host::KernelArgument &slot = kernel.info.arguments[i];
    Type *type = kernel.item->getArg(i)->getType();
    Value *address = builder.CreateConstGEP1_64(builder.getInt8Ty(), block, slot.offset);
    const Align alignment(kSlotAlignment);
    if (slot.kind == ArgumentKind::Local)
      entry.arguments.push_back(
          builder.CreateInBoundsGEP(builder.getInt8Ty(), entry.localMemory,
                                    builder.CreateAlignedLoad(number, address, alignment)));
    else if (slot.kind == ArgumentKind::Value && type->isPointerTy())
      entry.arguments.push_back(address); // byval: the item function copies it
    else if (type->isIntegerTy(1))
      entry.arguments.push_back(
          builder.CreateTrunc(builder.CreateLoad(builder.getInt8Ty(), address), type));
    else
      entry.arguments.push_back(builder.CreateAlignedLoad(type, address, alignment));
  }
  entry.localSizeX = loadSize(builder, entry.sizes, offsetof(LaunchSizes, localSize), 0);
  entry.globalSizeX = loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalSize), 0);
  entry.globalOffsetX = loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalOffset), 0);
  for (unsigned d = 1; d < 3; ++d) {
    Value *localSize = loadSize(builder, entry.sizes, offsetof(LaunchSizes, localSize), d);
    Value *start = builder.CreateNUWMul(entry.groupId[d], localSize);
    Value *rest = builder.CreateNUWSub(
        loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalSize), d), start);
    entry.groupSize[d] = minimum(builder, localSize, rest);
    entry.groupBase[d] = builder.CreateNUWAdd(
        loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalOffset), d), start);
  }
  return entry;
}

void emitLargeLaunches(const Kernel &kernel, const Entry &entry, IRBuilder<> &builder,
                       const std::function<void(Entry &entry, IRBuilder<> &builder)> &body) {
  IRBuilder<> large(builder.getContext());
  Entry items = beginEntry(kernel, large, "ursa.items.");
  body(items, large);
  if (kernel.hasSubGroupOperations) {
    items.function->addFnAttr(Attribute::NoInline);
  } else {
    for (const auto kind : {Attribute::NoInline, Attribute::OptimizeNone, Attribute::Cold})
      items.function->addFnAttr(kind);
    // Passes of code generation would analyze the loops.
    for (BasicBlock &block : *items.function)
      while (auto *phi = dyn_cast<PHINode>(block.begin()))
        DemotePHIToStack(phi);
  }
  auto *fits = BasicBlock::Create(builder.getContext(), "packs", entry.function);
  auto *others = BasicBlock::Create(builder.getContext(), "items", entry.function);
  Value *fit = idsFitPacks(entry, builder);
  if (kernel.hasSubGroupOperations)
    fit = builder.CreateAnd(fit, subGroupsFitPacks(entry, builder, kernel.packWidth));
  builder.CreateCondBr(fit, fits, others);
  builder.SetInsertPoint(others);
  std::vector<Value *> arguments;
  for (Argument &argument : entry.function->args())
    arguments.push_back(&argument);
  builder.CreateCall(items.function, arguments);
  builder.CreateRetVoid();
  builder.SetInsertPoint(fits);
}

void enterGroup(Entry &entry, IRBuilder<> &builder, Value *groupX) {
  Value *start = builder.CreateNUWMul(groupX, entry.localSizeX);
  entry.groupId[0] = groupX;
  entry.groupSize[0] =
      minimum(builder, entry.localSizeX, builder.CreateNUWSub(entry.globalSizeX, start));
  entry.groupBase[0] = builder.CreateNUWAdd(entry.globalOffsetX, start);
}

std::vector<Value *> itemArguments(const Entry &entry, IRBuilder<> &builder,
                                   Value *const (&localId)[3]) {
  std::vector<Value *> arguments = entry.arguments;
  arguments.push_back(entry.sizes);
  arguments.push_back(entry.localMemory);
  for (unsigned d = 0; d < 3; ++d)
    arguments.push_back(builder.CreateAdd(entry.groupBase[d], localId[d], "", true, true));
  for (unsigned d = 0; d < 3; ++d)
    arguments.push_back(localId[d]);
  for (unsigned d = 0; d < 3; ++d)
    arguments.push_back(entry.groupId[d]);
  for (unsigned d = 0; d < 3; ++d)
    arguments.push_back(entry.groupSize[d]);
  return arguments;
}

BranchInst *emitLoop(IRBuilder<> &builder, Value *begin, Value *end, const char *name,
                     const std::function<void(Value *)> &body, uint64_t step) {
  BasicBlock *before = builder.GetInsertBlock();
  Function *function = before->getParent();
  auto *loop = BasicBlock::Create(builder.getContext(), name, function);
  auto *after = BasicBlock::Create(builder.getContext(), Twine(name) + ".end", function);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name);
  body(index);
  Value *next = builder.CreateAdd(index, builder.getInt64(step), "", true, true);
  index->addIncoming(begin, before);
  index->addIncoming(next, builder.GetInsertBlock());
  BranchInst *branch = builder.CreateCondBr(builder.CreateICmpULT(next, end), loop, after);
  builder.SetInsertPoint(after);
  return branch;
}

void emitPacks(IRBuilder<> &builder, const Kernel &kernel, Value *size,
               const std::function<void(Value *x, Value *lanes)> &body) {
  LLVMContext &context = builder.getContext();
  Function *function = builder.GetInsertBlock()->getParent();
  const auto block = [&](const char *name) { return BasicBlock::Create(context, name, function); };
  BasicBlock *full = block("full.packs");
  BasicBlock *rest = block("rest");
  BasicBlock *last = block("last.pack");
  BasicBlock *done = block("packs.end");
  Value *width = builder.getInt64(kernel.packWidth);
  Value *fullEnd = builder.CreateAnd(size, builder.getInt64(~uint64_t{kernel.packWidth - 1}));
  builder.CreateCondBr(builder.CreateIsNotNull(fullEnd), full, rest);
  builder.SetInsertPoint(full);
  BranchInst *latch = emitLoop(
      builder, builder.getInt64(0), fullEnd, "pack", [&](Value *x) { body(x, width); },
      kernel.packWidth);
  // A pack is long enough that copies of the loop's body gain nothing.
  MDNode *loop = MDNode::getDistinct(
      context, {nullptr, MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable")),
                MDNode::get(context, MDString::get(context, kPackLoop))});
  loop->replaceOperandWith(0, loop);
  latch->setMetadata(LLVMContext::MD_loop, loop);
  builder.CreateBr(rest);
  builder.SetInsertPoint(rest);
  Value *lanes = builder.CreateNUWSub(size, fullEnd);
  builder.CreateCondBr(builder.CreateIsNotNull(lanes), last, done);
  builder.SetInsertPoint(last);
  body(fullEnd, lanes);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

void emitRow(IRBuilder<> &builder, const Kernel &kernel, Value *size, bool isRowKnown,
             const std::function<void(Value *x, Value *lanes)> &emitPack) {
  if (!isRowKnown)
    return emitPacks(builder, kernel, size, emitPack);
  Function *function = builder.GetInsertBlock()->getParent();
  const auto block = [&](const char *name) {
    return BasicBlock::Create(builder.getContext(), name, function);
  };
  BasicBlock *whole = block("whole.row");
  BasicBlock *several = block("packs");
  BasicBlock *done = block("row.end");
  Value *width = builder.getInt64(kernel.packWidth);
  builder.CreateCondBr(builder.CreateICmpEQ(size, width), whole, several);
  builder.SetInsertPoint(whole);
  emitPack(builder.getInt64(0), width);
  builder.CreateBr(done);
  builder.SetInsertPoint(several);
  emitPacks(builder, kernel, size, emitPack);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

Value *isOnePack(const Entry &entry, IRBuilder<> &builder, unsigned width) {
  Value *fits = builder.CreateICmpULE(entry.localSizeX, builder.getInt64(width));
  for (unsigned d = 1; d < 3; ++d)
    fits = builder.CreateAnd(
        fits,
        builder.CreateICmpEQ(loadSize(builder, entry.sizes, offsetof(LaunchSizes, localSize), d),
                             builder.getInt64(1)));
  return fits;
}

Value *idsFitPacks(const Entry &entry, IRBuilder<> &builder) {
  Value *fit = builder.getTrue();
  for (unsigned d = 0; d < 3; ++d) {
    Value *end = builder.CreateBinaryIntrinsic(
        Intrinsic::uadd_sat, loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalOffset), d),
        loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalSize), d));
    fit = builder.CreateAnd(fit, builder.CreateICmpULE(end, builder.getInt64(kMaxPackId)));
  }
  return fit;
}

Value *subGroupsFitPacks(const Entry &entry, IRBuilder<> &builder, unsigned size) {
  Value *rest = builder.CreateOr(entry.localSizeX, entry.globalSizeX);
  return builder.CreateIsNull(builder.CreateAnd(rest, builder.getInt64(size - 1)));
}

} // namespace ursa::compiler::host
