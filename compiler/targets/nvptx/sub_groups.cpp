// See sub_groups.h.
#include "compiler/targets/nvptx/sub_groups.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/nvptx/define_functions.h"
#include "compiler/targets/nvptx/registers.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace ursa {
namespace {

constexpr unsigned kWarpSize = kNvptxSubGroupSize;
constexpr unsigned kWholeWarpClamp =
    0x1f; ///< the clamp of shuffles that may reach up to the last lane

enum class Operation { Add, Mul, Min, Max, And, Or, Xor };

std::optional<Operation> operationOf(StringRef name) {
  return StringSwitch<std::optional<Operation>>(name)
      .Case("add", Operation::Add)
      .Case("mul", Operation::Mul)
      .Case("min", Operation::Min)
      .Case("max", Operation::Max)
      .Case("and", Operation::And)
      .Case("or", Operation::Or)
      .Case("xor", Operation::Xor)
      .Default(std::nullopt);
}

/// Writes the body of one function.
class FunctionBody {
public:
  explicit FunctionBody(Function &function)
      : function_(function),
        builder_(BasicBlock::Create(function.getContext(), "entry", &function)),
        isUnsigned_(builtins::valueType(function.getName()).isUnsigned()) {}

  Value *argument(unsigned index) { return function_.getArg(index); }
  void returnValue(Value *value) {
    Type *type = function_.getReturnType();
    builder_.CreateRet(type->isIntegerTy() ? builder_.CreateZExtOrTrunc(value, type) : value);
  }
  void returnVoid() { builder_.CreateRetVoid(); }

  Value *localSize() {
    Value *size = builder_.getInt32(1);
    for (Intrinsic::ID id : kLocalSize)
      size = builder_.CreateMul(size, builder_.CreateIntrinsic(id, {}));
    return size;
  }
  Value *linearId() {
    return builder_.CreateTrunc(builtins::callQuery(builder_, builtins::Query::LocalLinearId),
                                builder_.getInt32Ty());
  }
  Value *lane() { return builder_.CreateAnd(linearId(), kWarpSize - 1); }
  Value *group() { return builder_.CreateLShr(linearId(), Log2_32(kWarpSize)); }
  Value *groups() {
    return builder_.CreateLShr(builder_.CreateAdd(localSize(), builder_.getInt32(kWarpSize - 1)),
                               Log2_32(kWarpSize));
  }
  Value *size() {
    Value *left = builder_.CreateSub(localSize(), builder_.CreateShl(group(), Log2_32(kWarpSize)));
    return builder_.CreateBinaryIntrinsic(Intrinsic::umin, left, builder_.getInt32(kWarpSize));
  }
  /// Returns the mask of the sub-group's lanes.
  Value *members() {
    Value *unused = builder_.CreateSub(builder_.getInt32(kWarpSize), size());
    return builder_.CreateLShr(builder_.getInt32(0xffffffff), unused);
  }

  Value *vote(Intrinsic::ID id, Value *predicate) {
    return builder_.CreateZExt(
        builder_.CreateIntrinsic(id, {}, {members(), builder_.CreateIsNotNull(predicate)}),
        builder_.getInt32Ty());
  }
  void barrier() { builder_.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {}, {members()}); }

  /// Shuffles any scalar or vector in 32-bit words.
  Value *shuffle(Intrinsic::ID id, Value *value, Value *laneOrDistance, unsigned clamp) {
    Type *type = value->getType();
    const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
    const unsigned whole = (bits + 31) / 32 * 32;
    Value *members32 = members();
    Value *padded = builder_.CreateZExt(builder_.CreateBitCast(value, builder_.getIntNTy(bits)),
                                        builder_.getIntNTy(whole));
    Value *result = builder_.getIntN(whole, 0);
    for (unsigned at = 0; at < whole; at += 32) {
      Value *word = builder_.CreateTrunc(builder_.CreateLShr(padded, at), builder_.getInt32Ty());
      word = builder_.CreateIntrinsic(id, {},
                                      {members32, word, laneOrDistance, builder_.getInt32(clamp)});
      result = builder_.CreateOr(
          result, builder_.CreateShl(builder_.CreateZExt(word, builder_.getIntNTy(whole)), at));
    }
    return builder_.CreateBitCast(builder_.CreateTrunc(result, builder_.getIntNTy(bits)), type);
  }
  Value *shuffleFrom(Value *value, Value *otherLane) {
    return shuffle(Intrinsic::nvvm_shfl_sync_idx_i32, value,
                   builder_.CreateZExtOrTrunc(otherLane, builder_.getInt32Ty()), kWholeWarpClamp);
  }
  Value *shuffleUp(Value *value, Value *distance) {
    return shuffle(Intrinsic::nvvm_shfl_sync_up_i32, value, distance, 0);
  }
  Value *shuffleDown(Value *value, Value *distance) {
    return shuffle(Intrinsic::nvvm_shfl_sync_down_i32, value, distance, kWholeWarpClamp);
  }
  Value *shuffleXor(Value *value, Value *mask) {
    return shuffle(Intrinsic::nvvm_shfl_sync_bfly_i32, value, mask, kWholeWarpClamp);
  }

  Value *inclusiveScan(Value *value, Operation operation) {
    Value *position = lane();
    for (unsigned distance = 1; distance < kWarpSize; distance *= 2) {
      Value *below = shuffleUp(value, builder_.getInt32(distance));
      value = builder_.CreateSelect(builder_.CreateICmpUGE(position, builder_.getInt32(distance)),
                                    combine(operation, below, value), value);
    }
    return value;
  }
  Value *exclusiveScan(Value *value, Operation operation) {
    Value *below = shuffleUp(inclusiveScan(value, operation), builder_.getInt32(1));
    return builder_.CreateSelect(builder_.CreateIsNull(lane()),
                                 identityElement(operation, value->getType()), below);
  }
  Value *reduce(Value *value, Operation operation) {
    return shuffleFrom(inclusiveScan(value, operation),
                       builder_.CreateSub(size(), builder_.getInt32(1)));
  }

private:
  Value *combine(Operation operation, Value *a, Value *b) {
    const bool isFloat = a->getType()->isFloatingPointTy();
    switch (operation) {
    case Operation::Add:
      return isFloat ? builder_.CreateFAdd(a, b) : builder_.CreateAdd(a, b);
    case Operation::Mul:
      return isFloat ? builder_.CreateFMul(a, b) : builder_.CreateMul(a, b);
    case Operation::Min:
      return builder_.CreateBinaryIntrinsic(
          isFloat ? Intrinsic::minnum : (isUnsigned_ ? Intrinsic::umin : Intrinsic::smin), a, b);
    case Operation::Max:
      return builder_.CreateBinaryIntrinsic(
          isFloat ? Intrinsic::maxnum : (isUnsigned_ ? Intrinsic::umax : Intrinsic::smax), a, b);
    case Operation::And:
      return builder_.CreateAnd(a, b);
    case Operation::Or:
      return builder_.CreateOr(a, b);
    case Operation::Xor:
      break;
    }
    return builder_.CreateXor(a, b);
  }

  /// Returns the identity element of an operation.
  Constant *identityElement(Operation operation, Type *type) const {
    const bool isFloat = type->isFloatingPointTy();
    const unsigned width = type->getScalarSizeInBits();
    switch (operation) {
    case Operation::Mul:
      return isFloat ? ConstantFP::get(type, 1.0) : ConstantInt::get(type, 1);
    case Operation::Min:
      if (isFloat)
        return ConstantFP::getInfinity(type);
      return ConstantInt::get(type, isUnsigned_ ? APInt::getMaxValue(width)
                                                : APInt::getSignedMaxValue(width));
    case Operation::Max:
      if (isFloat)
        return ConstantFP::getInfinity(type, /*Negative=*/true);
      return ConstantInt::get(type, isUnsigned_ ? APInt::getMinValue(width)
                                                : APInt::getSignedMinValue(width));
    case Operation::And:
      return Constant::getAllOnesValue(type);
    default:
      return Constant::getNullValue(type);
    }
  }

  Function &function_;
  IRBuilder<> builder_;
  const bool isUnsigned_;
};

bool isQuery(StringRef name) {
  return name == "get_sub_group_size" || name == "get_max_sub_group_size" ||
         name == "get_num_sub_groups" || name == "get_enqueued_num_sub_groups" ||
         name == "get_sub_group_id" || name == "get_sub_group_local_id";
}

void defineQuery(FunctionBody &body, StringRef name, IRBuilder<> builder) {
  body.returnValue(name == "get_sub_group_size"       ? body.size()
                   : name == "get_max_sub_group_size" ? builder.getInt32(kWarpSize)
                   : name == "get_sub_group_id"       ? body.group()
                   : name == "get_sub_group_local_id" ? body.lane()
                                                      : body.groups());
}

/// Defines reductions and scans; @p name is the part after "sub_group_" and "non_uniform_", such as
/// "scan_inclusive_add".
bool defineCollective(Function &function, StringRef name) {
  enum { Reduce, Inclusive, Exclusive } kind = Reduce;
  if (name.consume_front("scan_inclusive_"))
    kind = Inclusive;
  else if (name.consume_front("scan_exclusive_"))
    kind = Exclusive;
  else if (!name.consume_front("reduce_"))
    return false;
  const auto operation = operationOf(name);
  if (!operation)
    return false;
  FunctionBody body(function);
  Value *value = body.argument(0);
  body.returnValue(kind == Reduce      ? body.reduce(value, *operation)
                   : kind == Inclusive ? body.inclusiveScan(value, *operation)
                                       : body.exclusiveScan(value, *operation));
  return true;
}

bool defineShuffle(Function &function, StringRef name) {
  if (name != "broadcast" && name != "shuffle" && name != "shuffle_xor" && name != "shuffle_up" &&
      name != "shuffle_down")
    return false;
  FunctionBody body(function);
  Value *value = body.argument(0), *laneOrDistance = body.argument(1);
  body.returnValue(name == "shuffle_xor"    ? body.shuffleXor(value, laneOrDistance)
                   : name == "shuffle_up"   ? body.shuffleUp(value, laneOrDistance)
                   : name == "shuffle_down" ? body.shuffleDown(value, laneOrDistance)
                                            : body.shuffleFrom(value, laneOrDistance));
  return true;
}

/// Defines a sub-group function. Returns false for other functions.
bool defineSubGroupFunction(Function &function) {
  StringRef name = builtins::baseName(function.getName());
  if (isQuery(name)) {
    FunctionBody body(function);
    defineQuery(body, name, IRBuilder<>(function.getContext()));
    return true;
  }
  if (!name.consume_front("sub_group_"))
    return false;
  if (name == "all" || name == "any") {
    FunctionBody body(function);
    body.returnValue(
        body.vote(name == "all" ? Intrinsic::nvvm_vote_all_sync : Intrinsic::nvvm_vote_any_sync,
                  body.argument(0)));
    return true;
  }
  if (name == "barrier") {
    FunctionBody body(function);
    body.barrier();
    body.returnVoid();
    return true;
  }
  return defineShuffle(function, name) || defineCollective(function, name);
}

} // namespace

void defineSubGroupFunctions(Module &module) {
  defineFunctions(module, [](Function &function) {
    return defineSubGroupFunction(function) ? Definition::Convergent : Definition::None;
  });
}

} // namespace ursa
