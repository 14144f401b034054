// See pointers.h.
#include "compiler/targets/vulkan/pointers.h"

#include "compiler/targets/vulkan/generic_pointers.h"
#include "compiler/targets/vulkan/memory_access.h"
#include "compiler/targets/vulkan/pointer_classes.h"
#include "compiler/targets/vulkan/primitives.h"
#include "compiler/targets/vulkan/vector_accesses.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

/// Null is offset 0 in a variable that has null pointers; objects begin behind it.
constexpr std::uint64_t kFirstOffset = 16;

/// Constant expressions of @p function become instructions.
void expandConstantExpressions(Function &function) {
  SmallVector<Instruction *, 32> work;
  for (Instruction &instruction : instructions(function))
    work.push_back(&instruction);
  while (!work.empty()) {
    Instruction *user = work.pop_back_val();
    auto *phi = dyn_cast<PHINode>(user);
    for (unsigned i = 0; i < user->getNumOperands(); ++i) {
      auto *expression = dyn_cast<ConstantExpr>(user->getOperand(i));
      if (!expression)
        continue;
      Instruction *instruction = expression->getAsInstruction();
      if (!phi) {
        instruction->insertBefore(user->getIterator());
        user->setOperand(i, instruction);
      } else {
        BasicBlock *block = phi->getIncomingBlock(i);
        instruction->insertBefore(block->getTerminator()->getIterator());
        for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k)
          if (phi->getIncomingBlock(k) == block)
            phi->setIncomingValue(k, instruction);
      }
      work.push_back(instruction);
    }
  }
}

/// Accesses of vectors in memory that is also accessed otherwise become those of scalars.
void splitVectors(Function &function) {
  SmallVector<Instruction *, 8> vectors;
  for (Instruction &instruction : instructions(function))
    if (Value *pointer = accessedPointer(instruction);
        pointer && isOffset(pointer) && accessedType(instruction)->isVectorTy())
      vectors.push_back(&instruction);
  if (vectors.empty())
    return;
  PointerClasses classes(function);
  for (Instruction *access : vectors) {
    PointerClass *pointerClass = classes.of(accessedPointer(*access));
    if (!pointerClass || !pointerClass->element->isVectorTy())
      splitVectorAccess(*access, 1);
  }
  expandConstantExpressions(function); // places in variables
}

/// @p bytes, a sum of multiples of 2^@p shift, divided by that; null when it is not known to be
/// one.
Value *divided(IRBuilder<> &builder, Value *bytes, unsigned shift) {
  using namespace PatternMatch;
  const std::uint64_t size = std::uint64_t{1} << shift;
  if (auto *number = dyn_cast<ConstantInt>(bytes)) {
    if (number->getValue().countr_zero() < shift)
      return nullptr;
    return ConstantInt::get(bytes->getType(), number->getValue().ashr(shift));
  }
  Value *left = nullptr;
  Value *right = nullptr;
  const APInt *factor = nullptr;
  if (match(bytes, m_Shl(m_Value(left), m_APInt(factor))) && factor->uge(shift))
    return *factor == shift ? left : builder.CreateShl(left, factor->getZExtValue() - shift);
  if (match(bytes, m_Mul(m_Value(left), m_APInt(factor))) && factor->srem(size) == 0)
    return builder.CreateMul(left, ConstantInt::get(bytes->getType(), factor->sdiv(size)));
  if (!match(bytes, m_Add(m_Value(left), m_Value(right))))
    return nullptr;
  left = divided(builder, left, shift);
  right = left ? divided(builder, right, shift) : nullptr;
  if (!right)
    return nullptr;
  if (match(left, m_Zero()))
    return right;
  return match(right, m_Zero()) ? left : builder.CreateAdd(left, right);
}

class Lowering {
public:
  explicit Lowering(Function &function)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()),
        classes_(function), offset_(Type::getInt32Ty(module_.getContext())),
        address_(Type::getInt64Ty(module_.getContext())) {}

  void run() {
    unsigned number = 0;
    for (PointerClass *pointerClass : classes_.classes())
      makeVariable(*pointerClass, number++);
    ReversePostOrderTraversal<Function *> order(&function_);
    for (BasicBlock *block : order)
      for (Instruction &instruction : make_early_inc_range(*block))
        lower(instruction);
    for (auto &[phi, lowered] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        lowered->addIncoming(get(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    for (Instruction *instruction : reverse(dead_)) {
      if (!instruction->use_empty())
        instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
  }

private:
  Type *integerFor(const Value *pointer) { return isOffset(pointer) ? offset_ : address_; }
  bool isPointer(const Value &value) { return value.getType()->isPointerTy(); }

  /// Places the objects, those of sizes that are known first.
  void makeVariable(PointerClass &pointerClass, unsigned number) {
    const std::uint64_t elementSize = layout_.getTypeStoreSize(pointerClass.element);
    std::uint64_t end = pointerClass.hasNull ? kFirstOffset : 0;
    SmallVector<std::string, 2> specIds;
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    for (Value *object : pointerClass.objects) {
      auto *variable = dyn_cast<GlobalVariable>(object);
      if (variable && variable->hasAttribute(kSpecSizeAttribute))
        continue;
      if (auto *alloca = dyn_cast<AllocaInst>(object);
          alloca && !isa<ConstantInt>(alloca->getArraySize()))
        reportError(function_, "has an array in private memory whose size is not constant.");
      end = alignTo(end, Align(16));
      pointerClass.base[object] = builder.getInt32(static_cast<std::uint32_t>(end));
      end += variable ? layout_.getTypeAllocSize(variable->getValueType())
                      : cast<AllocaInst>(object)
                            ->getAllocationSize(layout_)
                            .value_or(TypeSize::getFixed(0))
                            .getFixedValue();
    }
    Value *next = builder.getInt32(static_cast<std::uint32_t>(alignTo(end, Align(16))));
    for (Value *object : pointerClass.objects) {
      auto *variable = dyn_cast<GlobalVariable>(object);
      if (!variable || !variable->hasAttribute(kSpecSizeAttribute))
        continue;
      end = alignTo(end, Align(16));
      const std::string specId =
          variable->getAttribute(kSpecSizeAttribute).getValueAsString().str();
      pointerClass.base[object] = next;
      next = builder.CreateAdd(next, sizeBy(builder, specId));
      specIds.push_back(specId);
    }
    std::uint64_t count = divideCeil(end, elementSize);
    if (count == 0 && specIds.empty())
      count = 1;
    const bool isLocal = pointerClass.space == 3;
    pointerClass.variable =
        new GlobalVariable(module_, ArrayType::get(pointerClass.element, count), false,
                           GlobalValue::ExternalLinkage, nullptr,
                           (kPrefix + (isLocal ? "workgroup." : "private.") + function_.getName() +
                            "." + Twine(number))
                               .str(),
                           nullptr, GlobalValue::NotThreadLocal, pointerClass.space);
    if (!specIds.empty())
      pointerClass.variable->addAttribute(kSpecSizeAttribute, join(specIds, ","));
  }

  /// The bytes that @p token of kSpecSizeAttribute stands for, filled up to 16.
  Value *sizeBy(IRBuilder<> &builder, const std::string &token) {
    if (token != kGroupSizeToken)
      return callSpecConstant(builder, static_cast<unsigned>(std::stoul(token)),
                              builder.getInt32Ty(), 16);
    Value *bytes = builder.getInt32(8);
    for (unsigned i = 0; i < 3; ++i)
      bytes = builder.CreateMul(
          bytes, callPrimitive(builder, "local_size." + Twine(i), builder.getInt32Ty()));
    return builder.CreateAnd(builder.CreateAdd(bytes, builder.getInt32(15)),
                             builder.getInt32(~15U));
  }

  /// The integer that a pointer is.
  Value *get(Value *pointer) {
    if (auto found = lowered_.find(pointer); found != lowered_.end())
      return found->second;
    if (PointerClass *pointerClass = classes_.of(pointer))
      if (auto base = pointerClass->base.find(pointer); base != pointerClass->base.end())
        return base->second;
    if (!isa<ConstantPointerNull, UndefValue>(pointer))
      reportError(function_, "uses a pointer that cannot be lowered: " + textOf(*pointer) + ".");
    return ConstantInt::get(integerFor(pointer), 0);
  }

  void lower(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    if (accessedPointer(instruction)) {
      lowerAccess(builder, instruction);
      return;
    }
    if (isPointer(instruction)) {
      if (Value *value = pointerValue(builder, instruction)) {
        lowered_[&instruction] = value;
        dead_.push_back(&instruction);
      } else {
        reportError(function_,
                    "makes a pointer in a way that is not known: " + textOf(instruction) + ".");
      }
      return;
    }
    if (isa<PtrToIntInst, PtrToAddrInst>(instruction)) {
      replace(instruction,
              builder.CreateZExtOrTrunc(get(instruction.getOperand(0)), instruction.getType()));
    } else if (auto *compare = dyn_cast<ICmpInst>(&instruction);
               compare && isPointer(*compare->getOperand(0))) {
      replace(instruction, builder.CreateICmp(compare->getPredicate(), get(compare->getOperand(0)),
                                              get(compare->getOperand(1))));
    }
  }

  void replace(Instruction &instruction, Value *value) {
    instruction.replaceAllUsesWith(value);
    dead_.push_back(&instruction);
  }

  /// The integer for an instruction that makes a pointer without memory; null when it is not known.
  Value *pointerValue(IRBuilder<> &builder, Instruction &instruction) {
    if (isa<AllocaInst>(instruction))
      return get(&instruction);
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      PHINode *lowered = builder.CreatePHI(integerFor(phi), phi->getNumIncomingValues());
      phis_.emplace_back(phi, lowered);
      return lowered;
    }
    if (auto *gep = dyn_cast<GetElementPtrInst>(&instruction))
      return elementOffset(builder, *gep);
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      return builder.CreateSelect(select->getCondition(), get(select->getTrueValue()),
                                  get(select->getFalseValue()));
    if (isa<FreezeInst, BitCastInst>(instruction))
      return get(instruction.getOperand(0));
    if (isa<IntToPtrInst>(instruction))
      return builder.CreateZExtOrTrunc(instruction.getOperand(0), integerFor(&instruction));
    if (isa<AddrSpaceCastInst>(instruction))
      return castBetweenSpaces(builder, instruction.getOperand(0), instruction);
    return nullptr;
  }

  Value *elementOffset(IRBuilder<> &builder, GetElementPtrInst &gep) {
    Type *type = integerFor(&gep);
    Value *result = get(gep.getPointerOperand());
    std::int64_t constant = 0;
    for (auto index = gep_type_begin(gep); index != gep_type_end(gep); ++index) {
      Value *operand = index.getOperand();
      if (StructType *structure = index.getStructTypeOrNull()) {
        const auto member = static_cast<unsigned>(cast<ConstantInt>(operand)->getZExtValue());
        constant += static_cast<std::int64_t>(
            layout_.getStructLayout(structure)->getElementOffset(member).getFixedValue());
        continue;
      }
      const std::uint64_t stride = index.getSequentialElementStride(layout_).getFixedValue();
      if (auto *number = dyn_cast<ConstantInt>(operand)) {
        constant += number->getSExtValue() * static_cast<std::int64_t>(stride);
        continue;
      }
      Value *wide = builder.CreateSExtOrTrunc(operand, type);
      if (isPowerOf2_64(stride))
        wide = builder.CreateShl(wide, Log2_64(stride));
      else
        wide = builder.CreateMul(wide, ConstantInt::get(type, stride));
      result = builder.CreateAdd(result, wide);
    }
    if (constant)
      result =
          builder.CreateAdd(result, ConstantInt::getSigned(type, constant, /*ImplicitTrunc=*/true));
    return result;
  }

  Value *castBetweenSpaces(IRBuilder<> &builder, Value *source, const Instruction &cast) {
    Value *value = get(source);
    if (!isOffset(source) || isOffset(&cast))
      return builder.CreateZExtOrTrunc(value, integerFor(&cast));
    const std::uint64_t tag = spaceOf(*source) == 3 ? kLocalTag : kPrivateTag;
    Value *tagged =
        builder.CreateOr(builder.CreateZExt(value, address_), builder.getInt64(tag << kTagShift));
    Value *isNull = builder.CreateICmpEQ(value, ConstantInt::get(offset_, 0));
    return builder.CreateSelect(isNull, builder.getInt64(0), tagged);
  }

  // ---- accesses

  struct Place {
    PointerClass *pointerClass = nullptr; ///< null: global memory
    Value *value = nullptr;               ///< address or offset
  };

  Value *pointerTo(IRBuilder<> &builder, const Place &place, std::uint64_t byte) {
    if (!place.pointerClass) {
      Value *address = place.value;
      if (byte)
        address = builder.CreateAdd(address, builder.getInt64(byte));
      return builder.CreateIntToPtr(address, builder.getPtrTy(1));
    }
    GlobalVariable *variable = place.pointerClass->variable;
    const std::uint64_t size = layout_.getTypeStoreSize(place.pointerClass->element);
    Value *index = divided(builder, place.value, Log2_64(size));
    if (!index)
      index = builder.CreateLShr(place.value, Log2_64(size));
    if (byte)
      index = builder.CreateAdd(index, builder.getInt32(static_cast<std::uint32_t>(byte / size)));
    return builder.CreateInBoundsGEP(variable->getValueType(), variable,
                                     {builder.getInt32(0), index});
  }

  /// The type in which an access of @p type goes to @p place at once; null when it takes several.
  Type *wholeType(Type *type, const Place &place, Align align) {
    if (place.pointerClass) {
      Type *element = place.pointerClass->element;
      return layout_.getTypeStoreSize(type) == layout_.getTypeStoreSize(element) ? element
                                                                                 : nullptr;
    }
    if (type->isVectorTy())
      return type;
    const std::uint64_t size = layout_.getTypeStoreSize(type);
    if (!isPowerOf2_64(size) || size > 8 || align.value() < size)
      return nullptr;
    return type->isFloatingPointTy()
               ? type
               : Type::getIntNTy(type->getContext(), static_cast<unsigned>(8 * size));
  }

  Type *pieceType(Type *type, const Place &place, Align align) {
    if (place.pointerClass)
      return place.pointerClass->element;
    const std::uint64_t size = layout_.getTypeStoreSize(type);
    const std::uint64_t piece = std::min({size & (~size + 1), align.value(), std::uint64_t{8}});
    return Type::getIntNTy(type->getContext(), static_cast<unsigned>(8 * piece));
  }

  Type *bitsOf(Type *type) {
    return Type::getIntNTy(type->getContext(),
                           static_cast<unsigned>(layout_.getTypeStoreSizeInBits(type)));
  }

  /// A value of any scalar type as an integer as wide as it is in memory.
  Value *toBits(IRBuilder<> &builder, Value *value) {
    Type *type = value->getType();
    if (type->isPointerTy())
      return builder.CreateZExt(get(value), address_);
    if (type->isIntegerTy())
      return builder.CreateZExt(value, bitsOf(type));
    return builder.CreateBitCast(value, bitsOf(type));
  }

  /// Makes @p bits, as in memory, what @p instruction is worth.
  void finishLoad(IRBuilder<> &builder, Instruction &instruction, Value *bits) {
    Type *type = instruction.getType();
    if (type->isPointerTy()) {
      if (bits->getType()->isFloatingPointTy())
        bits = builder.CreateBitCast(bits, bitsOf(bits->getType()));
      lowered_[&instruction] = builder.CreateZExtOrTrunc(bits, integerFor(&instruction));
      dead_.push_back(&instruction);
      return;
    }
    if (bits->getType() == type) {
      replace(instruction, bits);
      return;
    }
    if (bits->getType()->isFloatingPointTy())
      bits = builder.CreateBitCast(bits, bitsOf(bits->getType()));
    replace(instruction, type->isIntegerTy() ? builder.CreateTrunc(bits, type)
                                             : builder.CreateBitCast(bits, type));
  }

  void lowerAccess(IRBuilder<> &builder, Instruction &instruction) {
    Value *pointer = accessedPointer(instruction);
    Place place{classes_.of(pointer), nullptr};
    if (isOffset(pointer) && !place.pointerClass) {
      dropAccess(instruction); // through null, or into nothing: undefined
      return;
    }
    if (spaceOf(*pointer) > 3)
      reportError(function_,
                  "accesses memory through a generic pointer: " + textOf(instruction) + ".");
    Type *type = accessedType(instruction);
    if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy() &&
        !type->isVectorTy()) {
      reportError(function_, "has an access that is not scalar: " + textOf(instruction) + ".");
      return;
    }
    place.value = get(pointer);
    const Align align = accessAlign(instruction);
    Type *whole = wholeType(type, place, align);
    if (!whole && instruction.isAtomic()) {
      reportError(function_, "has an atomic access to memory that is also accessed in narrower "
                             "parts: " +
                                 textOf(instruction) + ".");
      return;
    }
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      lowerLoad(builder, *load, place, whole, align);
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      lowerStore(builder, *store, place, whole, align);
    else
      lowerAtomic(builder, instruction, place, whole);
  }

  void dropAccess(Instruction &instruction) {
    if (isPointer(instruction))
      lowered_[&instruction] = ConstantInt::get(integerFor(&instruction), 0);
    else if (!instruction.getType()->isVoidTy())
      instruction.replaceAllUsesWith(Constant::getNullValue(instruction.getType()));
    dead_.push_back(&instruction);
  }

  LoadInst *load(IRBuilder<> &builder, const LoadInst &original, Type *type, Value *pointer,
                 Align align) {
    LoadInst *result = builder.CreateAlignedLoad(type, pointer, align, original.isVolatile());
    if (original.isAtomic())
      result->setAtomic(original.getOrdering(), original.getSyncScopeID());
    if (MDNode *node = original.getMetadata(LLVMContext::MD_invariant_load))
      result->setMetadata(LLVMContext::MD_invariant_load, node);
    return result;
  }

  void lowerLoad(IRBuilder<> &builder, LoadInst &instruction, const Place &place, Type *whole,
                 Align align) {
    if (whole) {
      const Align wholeAlign = place.pointerClass ? Align(layout_.getTypeStoreSize(whole)) : align;
      finishLoad(builder, instruction,
                 load(builder, instruction, whole, pointerTo(builder, place, 0), wholeAlign));
      return;
    }
    Type *piece = pieceType(instruction.getType(), place, align);
    const std::uint64_t size = layout_.getTypeStoreSize(piece);
    Type *bits = bitsOf(instruction.getType());
    Value *result = nullptr;
    for (std::uint64_t byte = 0; byte < bits->getIntegerBitWidth() / 8; byte += size) {
      Value *part = load(builder, instruction, piece, pointerTo(builder, place, byte), Align(size));
      part = builder.CreateZExt(builder.CreateBitCast(part, bitsOf(piece)), bits);
      part = builder.CreateShl(part, 8 * byte);
      result = result ? builder.CreateOr(result, part) : part;
    }
    finishLoad(builder, instruction, result);
  }

  void store(IRBuilder<> &builder, const StoreInst &original, Value *value, Value *pointer,
             Align align) {
    StoreInst *result = builder.CreateAlignedStore(value, pointer, align, original.isVolatile());
    if (original.isAtomic())
      result->setAtomic(original.getOrdering(), original.getSyncScopeID());
  }

  void lowerStore(IRBuilder<> &builder, StoreInst &instruction, const Place &place, Type *whole,
                  Align align) {
    Value *value = instruction.getValueOperand();
    dead_.push_back(&instruction);
    if (whole) {
      const Align wholeAlign = place.pointerClass ? Align(layout_.getTypeStoreSize(whole)) : align;
      if (value->getType() != whole)
        value = builder.CreateBitCast(toBits(builder, value), whole);
      store(builder, instruction, value, pointerTo(builder, place, 0), wholeAlign);
      return;
    }
    Type *piece = pieceType(value->getType(), place, align);
    const std::uint64_t size = layout_.getTypeStoreSize(piece);
    Value *bits = toBits(builder, value);
    for (std::uint64_t byte = 0; byte < bits->getType()->getIntegerBitWidth() / 8; byte += size) {
      Value *part = builder.CreateTrunc(builder.CreateLShr(bits, 8 * byte), bitsOf(piece));
      store(builder, instruction, builder.CreateBitCast(part, piece),
            pointerTo(builder, place, byte), Align(size));
    }
  }

  /// An atomic instruction works on integers, or on floats where its operation needs them.
  void lowerAtomic(IRBuilder<> &builder, Instruction &instruction, const Place &place,
                   Type *whole) {
    Value *pointer = pointerTo(builder, place, 0);
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      Value *value = update->getValOperand();
      if (value->getType() != whole) {
        if (update->isFloatingPointOperation()) {
          reportError(function_, "has an atomic operation on floats in memory that is also "
                                 "accessed as integers: " +
                                     textOf(instruction) + ".");
          return;
        }
        value = builder.CreateBitCast(toBits(builder, value), whole);
      }
      if (!whole->isIntegerTy() && !update->isFloatingPointOperation())
        reportError(function_, "has an atomic operation on integers in memory that is accessed as "
                               "floats: " +
                                   textOf(instruction) + ".");
      AtomicRMWInst *result = builder.CreateAtomicRMW(
          update->getOperation(), pointer, value, Align(layout_.getTypeStoreSize(whole)),
          update->getOrdering(), update->getSyncScopeID());
      finishLoad(builder, instruction, result);
      return;
    }
    instruction.setOperand(pointerOperandOf(instruction), pointer);
    auto &exchange = cast<AtomicCmpXchgInst>(instruction);
    if (exchange.getNewValOperand()->getType() != whole || isPointer(*exchange.getNewValOperand()))
      reportError(function_, "exchanges what is no integer in memory of another type: " +
                                 textOf(instruction) + ".");
  }

  Function &function_;
  Module &module_;
  const DataLayout &layout_;
  PointerClasses classes_;
  Type *offset_;
  Type *address_;
  DenseMap<Value *, Value *> lowered_;
  SmallVector<std::pair<PHINode *, PHINode *>, 8> phis_;
  SmallVector<Instruction *, 64> dead_;
};

} // namespace

PreservedAnalyses PointersPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(kKernelAttribute))
    return PreservedAnalyses::all();
  removeUnreachableBlocks(function);
  expandConstantExpressions(function);
  splitVectors(function);
  Lowering(function).run();
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
