#include "compiler/targets/host/passes/kernel_entry.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/opencl_images.h"
#include "compiler/targets/host/passes/local_memory.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

namespace ursa::host {
namespace {

constexpr uint64_t kSlotAlignment = 8; ///< alignment of arguments in the argument block

// Sets the argument kind of a pointer parameter.
Result<void> describePointer(const llvm::Function &function, unsigned index, KernelArgument &slot) {
  const auto attribute = [&](const char *name) {
    return function.getAttributeAtIndex(index + llvm::AttributeList::FirstArgIndex, name);
  };
  slot.kind = ArgumentKind::Pointer;
  if (attribute("ursa-local").isValid()) {
    slot.kind = ArgumentKind::Local;
  } else if (attribute(kSamplerAttribute).isValid()) {
    slot.kind = ArgumentKind::Sampler;
  } else if (const llvm::Attribute image = attribute(kImageAttribute); image.isValid()) {
    const llvm::StringRef name = image.getValueAsString();
    const auto type = imageTypeNamed({name.data(), name.size()});
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

Result<KernelInfo> describe(const llvm::Function &function) {
  const llvm::DataLayout &layout = function.getDataLayout();
  KernelInfo info;
  info.name = function.getName().str();
  for (const llvm::Argument &argument : function.args()) {
    KernelArgument slot;
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
    slot.offset = llvm::alignTo(info.argumentBytes, kSlotAlignment);
    info.argumentBytes = slot.offset + slot.size;
    info.arguments.push_back(slot);
  }
  auto groupSize = requiredWorkGroupSize(function);
  if (!groupSize)
    return Error{UR_RESULT_ERROR_INVALID_BINARY, llvm::toString(groupSize.takeError())};
  if (*groupSize)
    info.requiredGroupSize = (*groupSize)->sizes;
  auto subGroupSize = requiredSubGroupSize(function);
  if (!subGroupSize)
    return Error{UR_RESULT_ERROR_INVALID_BINARY, llvm::toString(subGroupSize.takeError())};
  if (*subGroupSize)
    info.requiredSubGroupSize = **subGroupSize;
  return info;
}

// Gives each work-item its own copy of `byval` arguments.
void copyByValueArguments(llvm::Function &item, const llvm::Function &kernel) {
  llvm::IRBuilder<> builder(&*item.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (const llvm::Argument &original : kernel.args()) {
    if (!original.hasByValAttr())
      continue;
    llvm::Argument *argument = item.getArg(original.getArgNo());
    llvm::Type *type = original.getParamByValType();
    llvm::AllocaInst *copy = builder.CreateAlloca(type);
    copy->setAlignment(original.getParamAlign().value_or(copy->getAlign()));
    argument->replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, copy->getAlign(), argument, llvm::Align(kSlotAlignment),
                         item.getDataLayout().getTypeAllocSize(type));
  }
}

llvm::Value *minimum(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b) {
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
}

llvm::Value *loadSize(llvm::IRBuilder<> &builder, llvm::Value *sizes, size_t offset,
                      unsigned dimension) {
  return builder.CreateLoad(builder.getInt64Ty(),
                            builder.CreateConstGEP1_64(builder.getInt8Ty(), sizes,
                                                       offset + dimension * sizeof(uint64_t)));
}

} // namespace

std::vector<llvm::Function *> kernelsOf(llvm::Module &module) {
  std::vector<llvm::Function *> kernels;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && function.hasFnAttribute("ursa-kernel"))
      kernels.push_back(&function);
  return kernels;
}

Result<Kernel> outlineWorkItem(llvm::Function &function) {
  URSA_TRY(KernelInfo info, describe(function));
  llvm::LLVMContext &context = function.getContext();
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  llvm::Type *number = llvm::Type::getInt64Ty(context);

  std::vector<llvm::Type *> types(function.getFunctionType()->param_begin(),
                                  function.getFunctionType()->param_end());
  Kernel kernel;
  kernel.ownArguments = static_cast<unsigned>(types.size());
  for (unsigned i = 0; i < kItemParameters; ++i)
    types.push_back(i < kGlobalId ? pointer : number);
  auto *item = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false),
      llvm::GlobalValue::ExternalLinkage, "ursa.item." + function.getName(), function.getParent());
  for (const char *name : {"target-cpu", "target-features"})
    item->addFnAttr(function.getFnAttribute(name));
  item->addFnAttr(llvm::Attribute::NoUnwind);
  for (llvm::Argument &argument : function.args()) {
    for (const auto kind : {llvm::Attribute::NoAlias, llvm::Attribute::ReadOnly,
                            llvm::Attribute::WriteOnly, llvm::Attribute::ReadNone})
      if (argument.hasAttribute(kind) && !argument.hasByValAttr())
        item->addParamAttr(argument.getArgNo(), kind);
    item->getArg(argument.getArgNo())->takeName(&argument);
    argument.replaceAllUsesWith(item->getArg(argument.getArgNo()));
  }
  item->splice(item->begin(), &function);
  copyByValueArguments(*item, function);
  function.eraseFromParent();

  const auto parameter = [&](unsigned index) { return item->getArg(kernel.ownArguments + index); };
  item->addParamAttr(kernel.ownArguments + kSizes, llvm::Attribute::NoAlias);
  item->addParamAttr(kernel.ownArguments + kSizes, llvm::Attribute::ReadOnly);
  item->addDereferenceableParamAttr(kernel.ownArguments + kSizes, sizeof(LaunchSizes));
  WorkItem where;
  where.subGroupSize = std::max(1u, info.requiredSubGroupSize);
  where.sizes = parameter(kSizes);
  for (unsigned d = 0; d < 3; ++d) {
    where.globalId[d] = parameter(kGlobalId + d);
    where.localId[d] = parameter(kLocalId + d);
    where.groupId[d] = parameter(kGroupId + d);
    where.groupSize[d] = parameter(kGroupSize + d);
  }
  URSA_CHECK(lowerWorkItemFunctions(*item, where));
  URSA_TRY(info.staticLocalBytes, placeLocalVariables(*item, *parameter(kLocalMemory)));
  kernel.info = std::move(info);
  kernel.item = item;
  return kernel;
}

Entry beginEntry(const Kernel &kernel, llvm::IRBuilder<> &builder, const char *prefix) {
  llvm::Module &module = *kernel.item->getParent();
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  llvm::Type *number = llvm::Type::getInt64Ty(context);
  Entry entry;
  entry.function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                              {pointer, pointer, pointer, pointer, number, number, number, number},
                              false),
      llvm::GlobalValue::ExternalLinkage, prefix + kernel.info.name, module);
  for (const char *name : {"target-cpu", "target-features"})
    entry.function->addFnAttr(kernel.item->getFnAttribute(name));
  entry.function->addFnAttr(llvm::Attribute::NoUnwind);
  for (unsigned i = 0; i < 2; ++i) {
    entry.function->addParamAttr(i, llvm::Attribute::NoAlias);
    entry.function->addParamAttr(i, llvm::Attribute::ReadOnly);
  }
  llvm::Value *block = entry.function->getArg(0);
  entry.sizes = entry.function->getArg(1);
  entry.localMemory = entry.function->getArg(2);
  entry.itemMemory = entry.function->getArg(3);
  entry.groupXBegin = entry.function->getArg(4);
  entry.groupXEnd = entry.function->getArg(5);
  entry.groupId[1] = entry.function->getArg(6);
  entry.groupId[2] = entry.function->getArg(7);

  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", entry.function));
  for (unsigned i = 0; i < kernel.ownArguments; ++i) {
    const KernelArgument &slot = kernel.info.arguments[i];
    llvm::Type *type = kernel.item->getArg(i)->getType();
    llvm::Value *address = builder.CreateConstGEP1_64(builder.getInt8Ty(), block, slot.offset);
    const llvm::Align alignment(kSlotAlignment);
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
    llvm::Value *localSize = loadSize(builder, entry.sizes, offsetof(LaunchSizes, localSize), d);
    llvm::Value *start = builder.CreateNUWMul(entry.groupId[d], localSize);
    llvm::Value *rest = builder.CreateNUWSub(
        loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalSize), d), start);
    entry.groupSize[d] = minimum(builder, localSize, rest);
    entry.groupBase[d] = builder.CreateNUWAdd(
        loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalOffset), d), start);
  }
  return entry;
}

void emitLargeLaunches(const Kernel &kernel, const Entry &entry, llvm::IRBuilder<> &builder,
                       const std::function<void(Entry &entry, llvm::IRBuilder<> &builder)> &body) {
  llvm::IRBuilder<> large(builder.getContext());
  Entry items = beginEntry(kernel, large, "ursa.items.");
  body(items, large);
  for (const auto kind :
       {llvm::Attribute::NoInline, llvm::Attribute::OptimizeNone, llvm::Attribute::Cold})
    items.function->addFnAttr(kind);
  // Passes of code generation would analyze the loops.
  for (llvm::BasicBlock &block : *items.function)
    while (auto *phi = llvm::dyn_cast<llvm::PHINode>(block.begin()))
      llvm::DemotePHIToStack(phi);
  auto *fits = llvm::BasicBlock::Create(builder.getContext(), "packs", entry.function);
  auto *others = llvm::BasicBlock::Create(builder.getContext(), "items", entry.function);
  builder.CreateCondBr(idsFitPacks(entry, builder), fits, others);
  builder.SetInsertPoint(others);
  std::vector<llvm::Value *> arguments;
  for (llvm::Argument &argument : entry.function->args())
    arguments.push_back(&argument);
  builder.CreateCall(items.function, arguments);
  builder.CreateRetVoid();
  builder.SetInsertPoint(fits);
}

void enterGroup(Entry &entry, llvm::IRBuilder<> &builder, llvm::Value *groupX) {
  llvm::Value *start = builder.CreateNUWMul(groupX, entry.localSizeX);
  entry.groupId[0] = groupX;
  entry.groupSize[0] =
      minimum(builder, entry.localSizeX, builder.CreateNUWSub(entry.globalSizeX, start));
  entry.groupBase[0] = builder.CreateNUWAdd(entry.globalOffsetX, start);
}

std::vector<llvm::Value *> itemArguments(const Entry &entry, llvm::IRBuilder<> &builder,
                                         llvm::Value *const (&localId)[3]) {
  std::vector<llvm::Value *> arguments = entry.arguments;
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

llvm::BranchInst *emitLoop(llvm::IRBuilder<> &builder, llvm::Value *begin, llvm::Value *end,
                           const char *name, const std::function<void(llvm::Value *)> &body,
                           uint64_t step) {
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::Function *function = before->getParent();
  auto *loop = llvm::BasicBlock::Create(builder.getContext(), name, function);
  auto *after =
      llvm::BasicBlock::Create(builder.getContext(), llvm::Twine(name) + ".end", function);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name);
  body(index);
  llvm::Value *next = builder.CreateAdd(index, builder.getInt64(step), "", true, true);
  index->addIncoming(begin, before);
  index->addIncoming(next, builder.GetInsertBlock());
  llvm::BranchInst *branch = builder.CreateCondBr(builder.CreateICmpULT(next, end), loop, after);
  builder.SetInsertPoint(after);
  return branch;
}

void emitPacks(llvm::IRBuilder<> &builder, const Kernel &kernel, llvm::Value *size,
               const std::function<void(llvm::Value *x, llvm::Value *lanes)> &body) {
  llvm::LLVMContext &context = builder.getContext();
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  const auto block = [&](const char *name) {
    return llvm::BasicBlock::Create(context, name, function);
  };
  llvm::BasicBlock *full = block("full.packs");
  llvm::BasicBlock *rest = block("rest");
  llvm::BasicBlock *last = block("last.pack");
  llvm::BasicBlock *done = block("packs.end");
  llvm::Value *width = builder.getInt64(kernel.packWidth);
  llvm::Value *fullEnd = builder.CreateAnd(size, builder.getInt64(~uint64_t{kernel.packWidth - 1}));
  builder.CreateCondBr(builder.CreateIsNotNull(fullEnd), full, rest);
  builder.SetInsertPoint(full);
  llvm::BranchInst *latch = emitLoop(
      builder, builder.getInt64(0), fullEnd, "pack", [&](llvm::Value *x) { body(x, width); },
      kernel.packWidth);
  // A pack is long enough that copies of the loop's body gain nothing.
  llvm::MDNode *loop = llvm::MDNode::getDistinct(
      context, {nullptr, llvm::MDNode::get(
                             context, llvm::MDString::get(context, "llvm.loop.unroll.disable"))});
  loop->replaceOperandWith(0, loop);
  latch->setMetadata(llvm::LLVMContext::MD_loop, loop);
  builder.CreateBr(rest);
  builder.SetInsertPoint(rest);
  llvm::Value *lanes = builder.CreateNUWSub(size, fullEnd);
  builder.CreateCondBr(builder.CreateIsNotNull(lanes), last, done);
  builder.SetInsertPoint(last);
  body(fullEnd, lanes);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

llvm::Value *isOnePack(const Entry &entry, llvm::IRBuilder<> &builder, unsigned width) {
  llvm::Value *fits = builder.CreateICmpULE(entry.localSizeX, builder.getInt64(width));
  for (unsigned d = 1; d < 3; ++d)
    fits = builder.CreateAnd(
        fits,
        builder.CreateICmpEQ(loadSize(builder, entry.sizes, offsetof(LaunchSizes, localSize), d),
                             builder.getInt64(1)));
  return fits;
}

llvm::Value *idsFitPacks(const Entry &entry, llvm::IRBuilder<> &builder) {
  llvm::Value *fit = builder.getTrue();
  for (unsigned d = 0; d < 3; ++d) {
    llvm::Value *end = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::uadd_sat,
        loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalOffset), d),
        loadSize(builder, entry.sizes, offsetof(LaunchSizes, globalSize), d));
    fit = builder.CreateAnd(fit, builder.CreateICmpULE(end, builder.getInt64(kMaxPackId)));
  }
  return fit;
}

} // namespace ursa::host
