// See group_functions.h.
#include "compiler/targets/vulkan/group_functions.h"

#include "compiler/builtins/definitions.h"
#include "compiler/builtins/group_operations.h"
#include "compiler/targets/vulkan/primitives.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

using builtins::GroupFunction;

/// Defines one collective function.
class GroupFunctionBody {
public:
  GroupFunctionBody(Function &function, const GroupFunction &group)
      : function_(function), module_(*function.getParent()), group_(group),
        type_(function.getReturnType()), builder_(function.getContext()) {}

  /// Leaves functions alone that OpenCL C does not have.
  void define() {
    switch (group_.kind) {
    case GroupFunction::All:
    case GroupFunction::Any:
      group_.operation =
          group_.kind == GroupFunction::All ? GroupFunction::Min : GroupFunction::Max;
      begin();
      scan(builder_.CreateZExt(builder_.CreateIsNotNull(function_.getArg(0)),
                               builder_.getInt32Ty()));
      return finish(load(lastIndex()));
    case GroupFunction::Broadcast:
      begin();
      store(function_.getArg(0));
      barrier();
      return finish(load(linearIndex([&](unsigned dimension) -> Value * {
        if (dimension + 1 >= function_.arg_size())
          return builder_.getInt32(0);
        return builder_.CreateTrunc(function_.getArg(dimension + 1), builder_.getInt32Ty());
      })));
    case GroupFunction::Reduce:
    case GroupFunction::ScanInclusive:
    case GroupFunction::ScanExclusive:
      if (group_.operation == GroupFunction::Add || group_.operation == GroupFunction::Min ||
          group_.operation == GroupFunction::Max)
        defineScan();
      return;
    default:
      return;
    }
  }

private:
  void defineScan() {
    begin();
    Value *inclusive = scan(function_.getArg(0));
    if (group_.kind == GroupFunction::Reduce)
      return finish(load(lastIndex()));
    if (group_.kind == GroupFunction::ScanInclusive)
      return finish(inclusive);
    Value *isFirst = builder_.CreateICmpEQ(id_, builder_.getInt32(0));
    Value *before = load(builder_.CreateSelect(isFirst, id_, minusOne(id_)));
    finish(builder_.CreateSelect(isFirst, builtins::identity(group_, type_), before));
  }

  void begin() {
    builder_.SetInsertPoint(builtins::beginBody(function_, /*isConvergent=*/true).GetInsertBlock());
    id_ = linearIndex([&](unsigned dimension) { return queryDimension("local_id", dimension); });
    table_ = module_.getGlobalVariable(kTable);
    if (table_)
      return;
    table_ = new GlobalVariable(module_, ArrayType::get(builder_.getInt64Ty(), 0), false,
                                GlobalValue::ExternalLinkage, nullptr, kTable, nullptr,
                                GlobalValue::NotThreadLocal, 3);
    table_->setAlignment(Align(16));
    table_->addAttribute(kSpecSizeAttribute, kGroupSizeToken);
  }

  /// Returns @p result after a barrier, so that no work-item overwrites the table before all have
  /// read it.
  void finish(Value *result) {
    barrier();
    builder_.CreateRet(builder_.CreateZExtOrBitCast(result, function_.getReturnType()));
  }

  Value *queryDimension(const char *name, unsigned dimension) {
    return callPrimitive(builder_, Twine(name) + "." + Twine(dimension), builder_.getInt32Ty());
  }

  Value *minusOne(Value *value) { return builder_.CreateSub(value, builder_.getInt32(1)); }

  Value *linearIndex(function_ref<Value *(unsigned)> id) {
    return builtins::linearId(
        builder_, id, [&](unsigned dimension) { return queryDimension("local_size", dimension); });
  }

  Value *size() {
    return builder_.CreateMul(
        builder_.CreateMul(queryDimension("local_size", 0), queryDimension("local_size", 1)),
        queryDimension("local_size", 2));
  }

  Value *lastIndex() { return minusOne(size()); }

  void barrier() { callBarrier(builder_); }

  Value *slot(Value *index) { return builder_.CreateGEP(builder_.getInt64Ty(), table_, index); }

  void store(Value *value) {
    type_ = value->getType();
    Value *bits = builder_.CreateBitCast(value, builder_.getIntNTy(type_->getScalarSizeInBits()));
    builder_.CreateAlignedStore(builder_.CreateZExt(bits, builder_.getInt64Ty()), slot(id_),
                                Align(8));
  }

  Value *load(Value *index) {
    Value *bits = builder_.CreateAlignedLoad(builder_.getInt64Ty(), slot(index), Align(8));
    bits = builder_.CreateTrunc(bits, builder_.getIntNTy(type_->getScalarSizeInBits()));
    return builder_.CreateBitCast(bits, type_);
  }

  /// Computes the inclusive scan: returns the value of this work-item, and leaves those of all in
  /// the table.
  Value *scan(Value *initial) {
    LLVMContext &context = function_.getContext();
    store(initial);
    barrier();
    BasicBlock *before = builder_.GetInsertBlock();
    auto *check = BasicBlock::Create(context, "check", &function_);
    auto *step = BasicBlock::Create(context, "step", &function_);
    auto *end = BasicBlock::Create(context, "end", &function_);
    Value *count = size();
    builder_.CreateBr(check);
    builder_.SetInsertPoint(check);
    PHINode *distance = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    PHINode *value = builder_.CreatePHI(type_, 2);
    distance->addIncoming(builder_.getInt32(1), before);
    value->addIncoming(initial, before);
    builder_.CreateCondBr(builder_.CreateICmpULT(distance, count), step, end);
    builder_.SetInsertPoint(step);
    Value *hasOther = builder_.CreateICmpUGE(id_, distance);
    Value *other = load(builder_.CreateSelect(hasOther, builder_.CreateSub(id_, distance), id_));
    barrier();
    Value *next =
        builder_.CreateSelect(hasOther, builtins::combine(builder_, group_, other, value), value);
    store(next);
    barrier();
    distance->addIncoming(builder_.CreateShl(distance, 1), step);
    value->addIncoming(next, step);
    builder_.CreateBr(check);
    builder_.SetInsertPoint(end);
    return value;
  }

  static constexpr StringLiteral kTable = "__vk.local.group";

  Function &function_;
  Module &module_;
  GroupFunction group_;
  Type *type_; ///< of the values in the table
  IRBuilder<> builder_;
  GlobalVariable *table_ = nullptr;
  Value *id_ = nullptr;
};

} // namespace

PreservedAnalyses GroupFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *function : builtins::usedDeclarations(module))
    if (const auto group = builtins::describeAs<GroupFunction>(function->getName());
        group && group->scope == builtins::Scope::WorkGroup)
      GroupFunctionBody(*function, *group).define();
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
