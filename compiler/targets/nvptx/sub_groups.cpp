// See sub_groups.h.
#include "compiler/targets/nvptx/sub_groups.h"

#include "compiler/builtins/definitions.h"
#include "compiler/builtins/group_operations.h"
#include "compiler/targets/nvptx/registers.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

constexpr unsigned kWarpSize = kNvptxSubGroupSize;
constexpr unsigned kWholeWarpClamp =
    0x1f; ///< the clamp of shuffles that may reach up to the last lane

using builtins::GroupFunction;
using builtins::Query;

/// Writes the body of one function.
class FunctionBody {
public:
  explicit FunctionBody(Function &function)
      : function_(function), builder_(builtins::beginBody(function, /*isConvergent=*/true)) {}

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
    return builder_.CreateTrunc(builtins::callQuery(builder_, Query::LocalLinearId),
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
  Value *maxSize() { return builder_.getInt32(kWarpSize); }
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

  /// Returns the bitwise or of the values of the lanes that are active, of 32 bits each.
  Value *activeOr(Value *value) {
    Value *active = builder_.CreateIntrinsic(Intrinsic::nvvm_activemask, {});
    Value *all = builder_.getInt32(0);
    for (unsigned bit = 0; bit < 32; ++bit) {
      Value *mask = builder_.getInt32(1U << bit);
      Value *isSet = builder_.CreateIsNotNull(builder_.CreateAnd(value, mask));
      Value *isAny = builder_.CreateIntrinsic(Intrinsic::nvvm_vote_any_sync, {}, {active, isSet});
      all = builder_.CreateOr(all, builder_.CreateSelect(isAny, mask, builder_.getInt32(0)));
    }
    return all;
  }
  /// A shuffle between the lanes of a mask, which are all that take part.
  Value *shuffleOfPart(Value *value, Value *otherLane, Value *part) {
    return builder_.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_idx_i32, {},
                                    {part, value, otherLane, builder_.getInt32(kWholeWarpClamp)});
  }

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

  Value *inclusiveScan(Value *value, const GroupFunction &scan) {
    Value *position = lane();
    for (unsigned distance = 1; distance < kWarpSize; distance *= 2) {
      Value *below = shuffleUp(value, builder_.getInt32(distance));
      value = builder_.CreateSelect(builder_.CreateICmpUGE(position, builder_.getInt32(distance)),
                                    builtins::combine(builder_, scan, below, value), value);
    }
    return value;
  }
  Value *exclusiveScan(Value *value, const GroupFunction &scan) {
    Value *below = shuffleUp(inclusiveScan(value, scan), builder_.getInt32(1));
    return builder_.CreateSelect(builder_.CreateIsNull(lane()),
                                 builtins::identity(scan, value->getType()), below);
  }
  Value *reduce(Value *value, const GroupFunction &reduction) {
    return shuffleFrom(inclusiveScan(value, reduction),
                       builder_.CreateSub(size(), builder_.getInt32(1)));
  }

private:
  Function &function_;
  IRBuilder<> builder_;
};

Value *queryValue(FunctionBody &body, Query query) {
  switch (query) {
  case Query::SubGroupSize:
    return body.size();
  case Query::SubGroupId:
    return body.group();
  case Query::SubGroupLocalId:
    return body.lane();
  case Query::MaxSubGroupSize:
    return body.maxSize();
  default:
    return body.groups();
  }
}

/// Returns whether groupValue knows the function.
bool hasGroupValue(const GroupFunction &group) {
  return group.scope == builtins::Scope::SubGroup && !group.isNonUniform &&
         group.kind != GroupFunction::Elect && group.kind != GroupFunction::BroadcastFirst &&
         group.operation <= GroupFunction::Xor;
}

/// Returns whether partValue knows the function, which some work-items of a sub-group call.
bool isOfPart(const Function &function, const GroupFunction &group) {
  if (group.scope != builtins::Scope::SubGroup || !group.isNonUniform)
    return false;
  for (const Argument &argument : function.args())
    if (!argument.getType()->isIntegerTy(32))
      return false;
  return (group.kind == GroupFunction::Shuffle && function.arg_size() == 3) ||
         (group.kind == GroupFunction::Reduce && group.operation == GroupFunction::Or &&
          function.arg_size() == 1);
}

Value *partValue(FunctionBody &body, const GroupFunction &group) {
  return group.kind == GroupFunction::Shuffle
             ? body.shuffleOfPart(body.argument(0), body.argument(1), body.argument(2))
             : body.activeOr(body.argument(0));
}

Value *groupValue(FunctionBody &body, const GroupFunction &group) {
  Value *value = body.argument(0);
  switch (group.kind) {
  case GroupFunction::All:
    return body.vote(Intrinsic::nvvm_vote_all_sync, value);
  case GroupFunction::Any:
    return body.vote(Intrinsic::nvvm_vote_any_sync, value);
  case GroupFunction::ShuffleXor:
    return body.shuffleXor(value, body.argument(1));
  case GroupFunction::ShuffleUp:
    return body.shuffleUp(value, body.argument(1));
  case GroupFunction::ShuffleDown:
    return body.shuffleDown(value, body.argument(1));
  case GroupFunction::Reduce:
    return body.reduce(value, group);
  case GroupFunction::ScanInclusive:
    return body.inclusiveScan(value, group);
  case GroupFunction::ScanExclusive:
    return body.exclusiveScan(value, group);
  default: // broadcast and shuffle
    return body.shuffleFrom(value, body.argument(1));
  }
}

} // namespace

void defineSubGroupFunctions(Module &module) {
  for (Function *function : builtins::usedDeclarations(module)) {
    const builtins::Builtin builtin = builtins::describe(function->getName());
    const auto *item = std::get_if<builtins::WorkItemQuery>(&builtin);
    const auto *barrier = std::get_if<builtins::Barrier>(&builtin);
    const auto *group = std::get_if<GroupFunction>(&builtin);
    if (item && builtins::isOfSubGroup(item->query)) {
      FunctionBody body(*function);
      body.returnValue(queryValue(body, item->query));
    } else if (barrier && barrier->scope == builtins::Scope::SubGroup) {
      FunctionBody body(*function);
      body.barrier();
      body.returnVoid();
    } else if (group && (hasGroupValue(*group) || isOfPart(*function, *group))) {
      FunctionBody body(*function);
      body.returnValue(group->isNonUniform ? partValue(body, *group) : groupValue(body, *group));
    }
  }
}

} // namespace ursa::compiler::nvptx
