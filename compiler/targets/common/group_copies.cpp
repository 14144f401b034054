// See group_copies.h.
#include "compiler/targets/common/group_copies.h"

#include "compiler/builtins/definitions.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// Defines copy(to, from, n, event), or copy(to, from, n, stride, event) with the stride of the
/// global side.
void defineCopy(Function &function, Type *element, bool isStrided, const WorkGroup &group) {
  IRBuilder<> builder = builtins::beginBody(function, /*isConvergent=*/true);
  BasicBlock *entry = builder.GetInsertBlock();
  const auto sizeOf = [&](unsigned i) { return group.size(builder, i); };
  Value *id = builtins::linearId(
      builder, [&](unsigned i) { return group.id(builder, i); }, sizeOf);
  Value *size = builder.CreateMul(sizeOf(0), builder.CreateMul(sizeOf(1), sizeOf(2)));
  LLVMContext &context = function.getContext();
  auto *check = BasicBlock::Create(context, "check", &function);
  auto *copy = BasicBlock::Create(context, "copy", &function);
  auto *end = BasicBlock::Create(context, "end", &function);
  builder.CreateBr(check);
  builder.SetInsertPoint(check);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2);
  index->addIncoming(id, entry);
  builder.CreateCondBr(builder.CreateICmpULT(index, function.getArg(2)), copy, end);
  builder.SetInsertPoint(copy);
  Argument *to = function.getArg(0);
  Argument *from = function.getArg(1);
  auto elementAddress = [&](Argument *pointer) {
    Value *offset = index;
    if (isStrided && pointer->getType()->getPointerAddressSpace() == 1)
      offset = builder.CreateMul(index, function.getArg(3));
    return builder.CreateGEP(element, pointer, offset);
  };
  builder.CreateStore(builder.CreateLoad(element, elementAddress(from)), elementAddress(to));
  index->addIncoming(builder.CreateAdd(index, size), copy);
  builder.CreateBr(check);
  builder.SetInsertPoint(end);
  builder.CreateRet(function.getArg(function.arg_size() - 1));
}

} // namespace

void defineGroupCopies(Module &module, const WorkGroup &group) {
  for (Function *function : builtins::usedDeclarations(module)) {
    const auto copy = builtins::describeAs<builtins::GroupCopy>(function->getName());
    if (!copy)
      continue;
    switch (copy->operation) {
    case builtins::GroupCopy::Wait: {
      IRBuilder<> builder = builtins::beginBody(*function, /*isConvergent=*/true);
      group.barrier(builder);
      builder.CreateRetVoid();
      break;
    }
    case builtins::GroupCopy::Prefetch:
      builtins::beginBody(*function).CreateRetVoid();
      break;
    default:
      if (Type *element = copy->element.type(module.getContext()))
        defineCopy(*function, element, copy->operation == builtins::GroupCopy::StridedCopy, group);
    }
  }
}

} // namespace ursa::compiler::targets
