// See sub_group_queries.h.
#include "compiler/targets/common/sub_group_queries.h"

#include "compiler/builtins/definitions.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ursa::compiler::targets {

using builtins::Query;

Value *createLinearLocalId(IRBuilderBase &builder) {
  return builtins::linearId(
      builder, [&](unsigned i) { return builtins::callQuery(builder, Query::LocalId, i); },
      [&](unsigned i) { return builtins::callQuery(builder, Query::LocalSize, i); });
}

Value *createLocalItems(IRBuilderBase &builder) {
  const auto size = [&](unsigned i) { return builtins::callQuery(builder, Query::LocalSize, i); };
  return builder.CreateMul(builder.CreateMul(size(2), size(1)), size(0));
}

namespace {

Value *valueOf(IRBuilderBase &builder, Query query, unsigned size) {
  Value *all = builder.getInt64(size);
  const auto id = [&] { return builder.CreateLShr(createLinearLocalId(builder), Log2_32(size)); };
  switch (query) {
  case Query::MaxSubGroupSize:
    return all;
  case Query::SubGroupSize: {
    if (size == 1)
      return all;
    Value *before = builder.CreateShl(id(), Log2_32(size));
    Value *left = builder.CreateSub(createLocalItems(builder), before);
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, left, all);
  }
  case Query::SubGroupId:
    return size == 1 ? createLinearLocalId(builder) : id();
  case Query::SubGroupLocalId:
    return size == 1 ? builder.getInt64(0)
                     : builder.CreateAnd(createLinearLocalId(builder), size - 1);
  default: // their number
    if (size == 1)
      return createLocalItems(builder);
    return builder.CreateLShr(
        builder.CreateAdd(createLocalItems(builder), builder.getInt64(size - 1)), Log2_32(size));
  }
}

} // namespace

void defineSubGroupQueries(Module &module, unsigned size) {
  for (Function *function : builtins::usedDeclarations(module)) {
    const auto item = builtins::describeAs<builtins::WorkItemQuery>(function->getName());
    if (!item || !builtins::isOfSubGroup(item->query))
      continue;
    Type *type = function->getReturnType();
    IRBuilder<> builder = builtins::beginBody(*function);
    builder.CreateRet(builder.CreateZExtOrTrunc(valueOf(builder, item->query, size), type));
  }
}

} // namespace ursa::compiler::targets
