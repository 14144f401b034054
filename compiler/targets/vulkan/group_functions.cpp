// See group_functions.h.
#include "compiler/targets/vulkan/group_functions.h"

#include "compiler/builtins/names.h"
#include "compiler/targets/vulkan/builtin_body.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

enum class GroupOperation { Add, Min, Max };

/// Defines one collective function.
class GroupFunction {
public:
  GroupFunction(Function &function, StringRef name)
      : function_(function), module_(*function.getParent()), name_(name),
        type_(function.getReturnType()), builder_(function.getContext()) {
    // The signature of broadcast also contains unsigned ids, but broadcast does not use the flag.
    isUnsigned_ = builtins::valueType(function.getName()).isUnsigned();
  }

  /// Returns false if the function is not a collective one.
  bool define() {
    const bool isAll = name_ == "all";
    if (isAll || name_ == "any") {
      begin();
      Value *truth =
          builder_.CreateZExt(builder_.CreateIsNotNull(function_.getArg(0)), builder_.getInt32Ty());
      operation_ = isAll ? GroupOperation::Min : GroupOperation::Max;
      scan(truth);
      return finish(load(lastIndex()));
    }
    if (name_ == "broadcast") {
      begin();
      store(function_.getArg(0));
      barrier();
      return finish(load(linearIndex([&](unsigned dimension) -> Value * {
        if (dimension + 1 >= function_.arg_size())
          return builder_.getInt32(0);
        return builder_.CreateTrunc(function_.getArg(dimension + 1), builder_.getInt32Ty());
      })));
    }
    const bool isReduction = name_.consume_front("reduce_");
    const bool isInclusive = name_.consume_front("scan_inclusive_");
    if (!isReduction && !isInclusive && !name_.consume_front("scan_exclusive_"))
      return false;
    const auto operation = StringSwitch<std::optional<GroupOperation>>(name_)
                               .Case("add", GroupOperation::Add)
                               .Case("min", GroupOperation::Min)
                               .Case("max", GroupOperation::Max)
                               .Default(std::nullopt);
    if (!operation)
      return false;
    begin();
    operation_ = *operation;
    Value *inclusive = scan(function_.getArg(0));
    if (isReduction)
      return finish(load(lastIndex()));
    if (isInclusive)
      return finish(inclusive);
    Value *isFirst = builder_.CreateICmpEQ(id_, builder_.getInt32(0));
    Value *before = load(builder_.CreateSelect(isFirst, id_, minusOne(id_)));
    return finish(builder_.CreateSelect(isFirst, identity(), before));
  }

private:
  void begin() {
    // beginBody removes the attributes of the declaration, so add Convergent after it.
    IRBuilder<> body = builtins::beginBody(function_);
    builder_.SetInsertPoint(body.GetInsertBlock());
    function_.addFnAttr(Attribute::Convergent);
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
  bool finish(Value *result) {
    barrier();
    builder_.CreateRet(builder_.CreateZExtOrBitCast(result, function_.getReturnType()));
    return true;
  }

  Value *queryDimension(const char *name, unsigned dimension) {
    return callPrimitive(builder_, Twine(name) + "." + Twine(dimension), builder_.getInt32Ty());
  }

  Value *minusOne(Value *value) { return builder_.CreateSub(value, builder_.getInt32(1)); }

  Value *linearIndex(function_ref<Value *(unsigned)> id) {
    Value *result =
        builder_.CreateAdd(builder_.CreateMul(id(2), queryDimension("local_size", 1)), id(1));
    return builder_.CreateAdd(builder_.CreateMul(result, queryDimension("local_size", 0)), id(0));
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
    Value *next = builder_.CreateSelect(hasOther, combine(other, value), value);
    store(next);
    barrier();
    distance->addIncoming(builder_.CreateShl(distance, 1), step);
    value->addIncoming(next, step);
    builder_.CreateBr(check);
    builder_.SetInsertPoint(end);
    return value;
  }

  Value *combine(Value *a, Value *b) {
    const bool isFloat = type_->isFloatingPointTy();
    if (operation_ == GroupOperation::Add)
      return isFloat ? builder_.CreateFAdd(a, b) : builder_.CreateAdd(a, b);
    if (isFloat)
      return operation_ == GroupOperation::Min ? builder_.CreateMinNum(a, b)
                                               : builder_.CreateMaxNum(a, b);
    const auto less = isUnsigned_ ? CmpInst::ICMP_ULT : CmpInst::ICMP_SLT;
    Value *isLess = builder_.CreateICmp(less, a, b);
    return operation_ == GroupOperation::Min ? builder_.CreateSelect(isLess, a, b)
                                             : builder_.CreateSelect(isLess, b, a);
  }

  Constant *identity() {
    if (operation_ == GroupOperation::Add)
      return Constant::getNullValue(type_);
    const bool isMinimum = operation_ == GroupOperation::Min;
    if (type_->isFloatingPointTy())
      return ConstantFP::getInfinity(type_, /*Negative=*/!isMinimum);
    const unsigned width = type_->getIntegerBitWidth();
    const APInt minimum = isUnsigned_ ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
    const APInt maximum = isUnsigned_ ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
    return ConstantInt::get(type_, isMinimum ? maximum : minimum);
  }

  static constexpr StringLiteral kTable = "__vk.local.group";

  Function &function_;
  Module &module_;
  StringRef name_;
  Type *type_; ///< of the values in the table
  IRBuilder<> builder_;
  bool isUnsigned_ = false;
  GroupOperation operation_ = GroupOperation::Add;
  GlobalVariable *table_ = nullptr;
  Value *id_ = nullptr;
};

} // namespace

PreservedAnalyses GroupFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module)) {
    StringRef name = builtins::baseName(function.getName());
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        name.size() != function.getName().size() && name.consume_front("work_group_"))
      GroupFunction(function, name).define();
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
