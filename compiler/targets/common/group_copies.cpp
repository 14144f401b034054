// See group_copies.h.
#include "compiler/targets/common/group_copies.h"

#include "compiler/targets/common/builtin_body.h"
#include "compiler/targets/common/opencl_names.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

/// Returns the element type of the first pointer, from the mangled name: "float" of
/// "async_work_group_copy(float*, float const*, ...)". Null if it is unknown.
Type *elementType(const Function &function) {
  const std::string signature = openclSignature(function.getName());
  StringRef text = StringRef(signature).split('(').second.split('*').first.trim();
  LLVMContext &context = function.getContext();
  unsigned count = 1;
  if (const auto [before, vector] = text.split(" vector["); !vector.empty()) {
    text = before;
    vector.split(']').first.getAsInteger(10, count);
  }
  Type *type = nullptr;
  if (text.ends_with("char"))
    type = Type::getInt8Ty(context);
  else if (text.ends_with("short"))
    type = Type::getInt16Ty(context);
  else if (text.ends_with("int"))
    type = Type::getInt32Ty(context);
  else if (text.ends_with("long"))
    type = Type::getInt64Ty(context);
  else if (text == "float")
    type = Type::getFloatTy(context);
  else if (text == "double")
    type = Type::getDoubleTy(context);
  else if (text == "half" || text == "_Float16")
    type = Type::getHalfTy(context);
  if (!type || count == 1)
    return type;
  return FixedVectorType::get(type, count);
}

/// Defines copy(to, from, n, event), or copy(to, from, n, stride, event) with the stride of the
/// global side.
void defineCopy(Function &function, Type *element, bool isStrided, const WorkGroup &group) {
  IRBuilder<> builder = beginBody(function);
  function.addFnAttr(Attribute::Convergent);
  BasicBlock *entry = builder.GetInsertBlock();
  Value *size = group.size(builder, 0);
  Value *id = builder.CreateAdd(
      builder.CreateMul(
          builder.CreateAdd(builder.CreateMul(group.id(builder, 2), group.size(builder, 1)),
                            group.id(builder, 1)),
          size),
      group.id(builder, 0));
  size = builder.CreateMul(size, builder.CreateMul(group.size(builder, 1), group.size(builder, 2)));
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

void defineGroupFunction(Function &function, const WorkGroup &group) {
  const StringRef name = openclBaseName(function.getName());
  if (name == "wait_group_events") {
    IRBuilder<> builder = beginBody(function);
    function.addFnAttr(Attribute::Convergent);
    group.barrier(builder);
    builder.CreateRetVoid();
  } else if (name == "prefetch") {
    beginBody(function).CreateRetVoid();
  } else if (name == "async_work_group_copy" || name == "async_work_group_strided_copy") {
    if (Type *element = elementType(function))
      defineCopy(function, element, name == "async_work_group_strided_copy", group);
  }
}

} // namespace

void defineGroupCopies(Module &module, const WorkGroup &group) {
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      defineGroupFunction(function, group);
}

} // namespace ursa
