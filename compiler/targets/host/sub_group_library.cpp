// See sub_group_library.h.
#include "compiler/targets/host/sub_group_library.h"

#include "compiler/builtins/definitions.h"
#include "compiler/builtins/group_operations.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using builtins::GroupFunction;
using builtins::Query;

constexpr unsigned kMostSteps = 6; ///< of reductions of clusters: 64 work-items

/// Writes the body of one function. Its members create values.
class SubGroupBody {
public:
  explicit SubGroupBody(Function &function)
      : function_(function), base_(builtins::baseName(function.getName())),
        suffix_(builtins::parameterTypes(function.getName())), builder_(function.getContext()) {}

  /// Returns false for functions that this file does not know.
  bool write() {
    StringRef name = base_;
    if (name.consume_front("intel_sub_group_block_read"))
      return writeIf(isBlockRead(), [&] { return readBlock(); });
    if (name.consume_front("intel_sub_group_block_write"))
      return writeIf(isBlockWrite(), [&] { return writeBlock(); });
    if (name.consume_front("intel_sub_group_shuffle"))
      return writeIntelShuffle(name);
    if (name.consume_front("get_sub_group_") && name.consume_back("_mask"))
      return writeIf(isMask(function_.getReturnType()) && function_.arg_empty(),
                     [&] { return maskOf(laneMask(name)); });
    name = base_;
    if (!name.consume_front("sub_group_"))
      return false;
    if (name == "non_uniform_shuffle") // the third operand names who takes part
      return writeIf(suffix_ == "jjj" && hasParameters(3), [&] {
        return call("sub_group_shuffle", function_.getReturnType(), {argument(0), number(1)}, "jj");
      });
    if (name == "non_uniform_all_equal")
      return writeIf(isVote(), [&] { return allEqual(); });
    if (name == "rotate")
      return writeIf(hasParameters(2), [&] { return rotate(size()); });
    if (name == "clustered_rotate")
      return writeIf(hasParameters(3), [&] { return rotate(number(2)); });
    if (name.consume_front("clustered_reduce_"))
      return writeReduction(name);
    return writeBallot(name);
  }

private:
  // The module may be untrusted: parameters are checked before the body is written.
  bool hasParameters(unsigned count) const {
    if (function_.arg_size() != count ||
        function_.getReturnType() != function_.getArg(0)->getType())
      return false;
    for (unsigned i = 1; i < count; ++i)
      if (!function_.getArg(i)->getType()->isIntegerTy())
        return false;
    return true;
  }
  bool isVote() const {
    if (function_.arg_size() != 1 || !function_.getReturnType()->isIntegerTy())
      return false;
    const Type *type = function_.getArg(0)->getType();
    return type->isIntegerTy() || type->isFloatingPointTy();
  }
  static bool isMask(const Type *type) {
    const auto *vector = dyn_cast<FixedVectorType>(type);
    return vector && vector->getNumElements() == 4 && vector->getElementType()->isIntegerTy(32);
  }
  static bool isBlock(const Type *type) {
    return type->isIntegerTy() || isa<FixedVectorType>(type);
  }
  bool isBlockRead() const {
    return function_.arg_size() == 1 && function_.getArg(0)->getType()->isPointerTy() &&
           isBlock(function_.getReturnType());
  }
  bool isBlockWrite() const {
    return function_.arg_size() == 2 && function_.getArg(0)->getType()->isPointerTy() &&
           isBlock(function_.getArg(1)->getType()) && function_.getReturnType()->isVoidTy();
  }

  template <class Value> bool writeIf(bool isKnown, Value &&value) {
    if (!isKnown)
      return false;
    builtins::beginBody(function_, /*isConvergent=*/true);
    builder_.SetInsertPoint(&function_.getEntryBlock());
    llvm::Value *result = value();
    Type *type = function_.getReturnType();
    if (type->isVoidTy())
      builder_.CreateRetVoid();
    else
      builder_.CreateRet(type->isIntegerTy() ? builder_.CreateZExtOrTrunc(result, type) : result);
    return true;
  }

  Value *argument(unsigned index) { return function_.getArg(index); }
  Value *number(unsigned index) {
    return builder_.CreateZExtOrTrunc(argument(index), builder_.getInt32Ty());
  }
  Value *query(Query which) {
    return builtins::callFunction(builder_, builtins::mangledName(builtins::nameOf(which), "v"),
                                  builder_.getInt32Ty(), {});
  }
  Value *lane() { return query(Query::SubGroupLocalId); }
  Value *size() { return query(Query::SubGroupSize); }
  Value *most() { return query(Query::MaxSubGroupSize); }

  /// Calls a function of OpenCL C. The mangled parameters tell types apart, also if they are this
  /// function's own.
  Value *call(StringRef name, Type *result, ArrayRef<Value *> arguments, StringRef suffix) {
    AttributeList attributes;
    attributes = attributes.addFnAttribute(function_.getContext(), Attribute::Convergent);
    CallInst *call = builtins::callFunction(builder_, builtins::mangledName(name, suffix.str()),
                                            result, arguments, attributes);
    call->setConvergent();
    return call;
  }
  Value *shuffle(Value *value, Value *from) {
    return call("sub_group_shuffle", value->getType(), {value, from}, suffix_);
  }

  Value *readBlock() {
    Type *type = function_.getReturnType();
    Type *element = type->getScalarType();
    if (!type->isVectorTy())
      return builder_.CreateLoad(element, place(element, 0));
    Value *result = PoisonValue::get(type);
    for (unsigned i = 0; i < cast<FixedVectorType>(type)->getNumElements(); ++i)
      result =
          builder_.CreateInsertElement(result, builder_.CreateLoad(element, place(element, i)), i);
    return result;
  }
  Value *writeBlock() {
    Value *value = argument(1);
    Type *element = value->getType()->getScalarType();
    if (!value->getType()->isVectorTy())
      builder_.CreateStore(value, place(element, 0));
    else
      for (unsigned i = 0; i < cast<FixedVectorType>(value->getType())->getNumElements(); ++i)
        builder_.CreateStore(builder_.CreateExtractElement(value, i), place(element, i));
    return nullptr;
  }
  /// Returns the place of element @p i of this work-item in a block.
  Value *place(Type *element, unsigned i) {
    Value *index = builder_.CreateZExt(lane(), builder_.getInt64Ty());
    Value *row = builder_.CreateMul(builder_.CreateZExt(most(), builder_.getInt64Ty()),
                                    builder_.getInt64(i));
    Value *begin = builder_.CreateGEP(element, argument(0), index);
    return builder_.CreateGEP(element, begin, row);
  }

  bool writeIntelShuffle(StringRef form) {
    if (form.empty())
      return writeIf(hasParameters(2), [&] { return shuffle(argument(0), number(1)); });
    if (form == "_xor")
      return writeIf(hasParameters(2),
                     [&] { return shuffle(argument(0), builder_.CreateXor(lane(), number(1))); });
    const bool isDown = form == "_down";
    if ((!isDown && form != "_up") || function_.arg_size() != 3 ||
        function_.getArg(0)->getType() != function_.getArg(1)->getType() ||
        !function_.getArg(2)->getType()->isIntegerTy())
      return false;
    // Two sub-groups side by side, of values of the same work-items.
    return writeIf(true, [&] {
      Value *distance = number(2);
      Value *place = isDown ? builder_.CreateAdd(lane(), distance)
                            : builder_.CreateSub(builder_.CreateAdd(lane(), most()), distance);
      Value *isFirst = builder_.CreateICmpULT(place, most());
      Value *first = shuffle(argument(0), place);
      Value *second = shuffle(argument(1), builder_.CreateSub(place, most()));
      return builder_.CreateSelect(isFirst, first, second);
    });
  }

  Value *allEqual() {
    Value *own = argument(0);
    Value *first = call("sub_group_broadcast_first", own->getType(), {own}, suffix_);
    Value *isSame = own->getType()->isFloatingPointTy() ? builder_.CreateFCmpOEQ(own, first)
                                                        : builder_.CreateICmpEQ(own, first);
    return call("sub_group_non_uniform_all", builder_.getInt32Ty(),
                {builder_.CreateZExt(isSame, builder_.getInt32Ty())}, "i");
  }

  /// Returns the value of the work-item that is so far behind in a cluster, around its end.
  Value *rotate(Value *cluster) {
    Value *own = lane();
    Value *begin = builder_.CreateSub(own, builder_.CreateURem(own, cluster));
    Value *distance = builder_.CreateSRem(number(1), cluster); // may be negative
    Value *moved = builder_.CreateAdd(
        builder_.CreateAdd(builder_.CreateURem(own, cluster), distance), cluster);
    return shuffle(argument(0), builder_.CreateAdd(begin, builder_.CreateURem(moved, cluster)));
  }

  bool writeReduction(StringRef operation) {
    const std::string name =
        builtins::mangledName(("sub_group_reduce_" + operation).str(), suffix_.str());
    const auto group = builtins::describeAs<GroupFunction>(name);
    if (!group || !hasParameters(2))
      return false;
    const Type *type = function_.getReturnType();
    const bool isKnown = type->isIntegerTy() ||
                         (type->isFloatingPointTy() && group->operation <= GroupFunction::Max);
    return writeIf(isKnown, [&] { return reduceCluster(*group); });
  }

  Value *reduceCluster(GroupFunction group) {
    Value *value = argument(0);
    Type *type = value->getType();
    const bool isLogical = group.operation >= GroupFunction::LogicalAnd;
    if (isLogical) {
      group.operation = group.operation == GroupFunction::LogicalAnd  ? GroupFunction::And
                        : group.operation == GroupFunction::LogicalOr ? GroupFunction::Or
                                                                      : GroupFunction::Xor;
      value = builder_.CreateZExt(builder_.CreateIsNotNull(value), type);
    }
    for (unsigned step = 0; step < kMostSteps; ++step) {
      Value *distance = builder_.getInt32(1U << step);
      Value *other = shuffle(value, builder_.CreateXor(lane(), distance));
      value = builder_.CreateSelect(builder_.CreateICmpULT(distance, number(1)),
                                    builtins::combine(builder_, group, value, other), value);
    }
    return value;
  }

  // Ballots: the first 64 bits of four words.
  Value *maskOf(Value *bits) {
    Value *words = Constant::getNullValue(function_.getReturnType());
    Type *word = builder_.getInt32Ty();
    words = builder_.CreateInsertElement(words, builder_.CreateTrunc(bits, word), uint64_t{0});
    return builder_.CreateInsertElement(
        words, builder_.CreateTrunc(builder_.CreateLShr(bits, 32), word), uint64_t{1});
  }
  Value *bitsOf(Value *mask) {
    const auto word = [&](uint64_t i) {
      return builder_.CreateZExt(builder_.CreateExtractElement(mask, i), builder_.getInt64Ty());
    };
    Value *bits = builder_.CreateOr(word(0), builder_.CreateShl(word(1), 32));
    return builder_.CreateAnd(bits, below(most()));
  }
  /// Returns the bits of the work-items before a number, which may be 64.
  Value *below(Value *count) {
    Value *wide = builder_.CreateZExt(count, builder_.getInt64Ty());
    Value *rest = builder_.CreateSub(builder_.getInt64(64), wide);
    Value *bits = builder_.CreateLShr(builder_.getInt64(~uint64_t{0}),
                                      builder_.CreateAnd(rest, builder_.getInt64(63)));
    return builder_.CreateSelect(builder_.CreateIsNull(count), builder_.getInt64(0), bits);
  }
  Value *ownBit() {
    return builder_.CreateShl(builder_.getInt64(1),
                              builder_.CreateZExt(lane(), builder_.getInt64Ty()));
  }
  Value *laneMask(StringRef relation) {
    Value *before = below(lane());
    if (relation == "lt")
      return before;
    if (relation == "eq")
      return ownBit();
    Value *upTo = builder_.CreateOr(before, ownBit());
    if (relation == "le")
      return upTo;
    Value *others = builder_.CreateNot(relation == "ge" ? before : upTo);
    return builder_.CreateAnd(others, below(most()));
  }

  bool writeBallot(StringRef name) {
    if (name == "ballot")
      return writeIf(isMask(function_.getReturnType()) && function_.arg_size() == 1 &&
                         function_.getArg(0)->getType()->isIntegerTy(),
                     [&] {
                       Value *own = builder_.CreateSelect(builder_.CreateIsNotNull(argument(0)),
                                                          ownBit(), builder_.getInt64(0));
                       return maskOf(call("sub_group_non_uniform_reduce_or", builder_.getInt64Ty(),
                                          {own}, "m"));
                     });
    const bool isExtract = name == "ballot_bit_extract";
    if (function_.arg_size() != (isExtract ? 2 : 1) || !isMask(function_.getArg(0)->getType()) ||
        !function_.getReturnType()->isIntegerTy() ||
        (isExtract && !function_.getArg(1)->getType()->isIntegerTy()))
      return false;
    const auto bits = [&] { return bitsOf(argument(0)); };
    const auto bitAt = [&](Value *index) {
      Value *place = builder_.CreateAnd(builder_.CreateZExtOrTrunc(index, builder_.getInt64Ty()),
                                        builder_.getInt64(63));
      return builder_.CreateAnd(builder_.CreateLShr(bits(), place), builder_.getInt64(1));
    };
    const auto count = [&](Value *of) {
      return builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, of);
    };
    if (isExtract)
      return writeIf(true, [&] { return bitAt(argument(1)); });
    if (name == "inverse_ballot")
      return writeIf(true, [&] { return bitAt(lane()); });
    if (name == "ballot_bit_count")
      return writeIf(true, [&] { return count(bits()); });
    if (name == "ballot_inclusive_scan")
      return writeIf(true, [&] { return count(builder_.CreateAnd(bits(), laneMask("le"))); });
    if (name == "ballot_exclusive_scan")
      return writeIf(true, [&] { return count(builder_.CreateAnd(bits(), laneMask("lt"))); });
    if (name == "ballot_find_lsb")
      return writeIf(true, [&] {
        return builder_.CreateBinaryIntrinsic(Intrinsic::cttz, bits(), builder_.getFalse());
      });
    if (name == "ballot_find_msb")
      return writeIf(true, [&] {
        return builder_.CreateSub(
            builder_.getInt64(63),
            builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, bits(), builder_.getFalse()));
      });
    return false;
  }

  Function &function_;
  const StringRef base_;
  const StringRef suffix_;
  IRBuilder<> builder_;
};

} // namespace

void defineSubGroupLibrary(Module &module) {
  for (Function *function : builtins::usedDeclarations(module))
    if (function->getName().contains("sub_group_"))
      SubGroupBody(*function).write();
}

} // namespace ursa::compiler::host
