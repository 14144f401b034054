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

namespace ursa::compiler::vulkan {
namespace {

/// Offset of the first object in a variable with null pointers, which are offset 0.
constexpr std::uint64_t kFirstOffset = 16;

/// Replaces the constant expressions of @p function by instructions.
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

/// Splits accesses to local and private memory of vectors into scalar ones, unless all accesses to
/// the memory are of the same vector type.
void splitVectors(Function &function) {
  SmallVector<Instruction *, 8> vectors;
  for (Instruction &instruction : instructions(function))
    if (Value *pointer = accessedPointer(instruction);
        pointer && isLogicalPointer(pointer) && accessedType(instruction)->isVectorTy())
      vectors.push_back(&instruction);
  if (vectors.empty())
    return;
  PointerClasses classes(function);
  for (Instruction *access : vectors) {
    PointerClass *pointerClass = classes.classOf(accessedPointer(*access));
    if (!pointerClass || !pointerClass->element->isVectorTy())
      splitVectorAccess(*access, 1);
  }
  expandConstantExpressions(function); // addresses of elements
}

/// Returns @p bytes / 2^@p shift without a division, if @p bytes is known to be a sum of multiples
/// of 2^@p shift; null otherwise.
Value *divideExactly(IRBuilder<> &builder, Value *bytes, unsigned shift) {
  using namespace PatternMatch;
  const auto size = std::int64_t{1} << shift;
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
  left = divideExactly(builder, left, shift);
  right = left ? divideExactly(builder, right, shift) : nullptr;
  if (!right)
    return nullptr;
  if (match(left, m_Zero()))
    return right;
  return match(right, m_Zero()) ? left : builder.CreateAdd(left, right);
}

class PointerLowering {
public:
  explicit PointerLowering(Function &function)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()),
        classes_(function), offset_(Type::getInt32Ty(module_.getContext())),
        address_(Type::getInt64Ty(module_.getContext())) {}

  void run() {
    unsigned number = 0;
    for (PointerClass *pointerClass : classes_.classes())
      createVariable(*pointerClass, number++);
    ReversePostOrderTraversal<Function *> order(&function_);
    for (BasicBlock *block : order)
      for (Instruction &instruction : make_early_inc_range(*block))
        lower(instruction);
    for (auto &[phi, lowered] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        lowered->addIncoming(loweredValue(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    for (Instruction *instruction : reverse(dead_)) {
      if (!instruction->use_empty())
        instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
  }

private:
  Type *integerFor(const Value *pointer) { return isLogicalPointer(pointer) ? offset_ : address_; }
  bool isPointer(const Value &value) { return value.getType()->isPointerTy(); }

  /// Creates the variable of a class and lays out its objects; those of dynamic size come last.
  void createVariable(PointerClass &pointerClass, unsigned number) {
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
        reportError(function_, "has an array in private memory whose size is not constant, which "
                               "Vulkan does not support.");
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
      next = builder.CreateAdd(next, dynamicSize(builder, specId));
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

  /// Creates the size in bytes that @p token of kSpecSizeAttribute describes, a multiple of 16.
  Value *dynamicSize(IRBuilder<> &builder, const std::string &token) {
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

  /// Returns the integer to which a pointer was lowered.
  Value *loweredValue(Value *pointer) {
    if (auto found = lowered_.find(pointer); found != lowered_.end())
      return found->second;
    if (PointerClass *pointerClass = classes_.classOf(pointer))
      if (auto base = pointerClass->base.find(pointer); base != pointerClass->base.end())
        return base->second;
    if (!isa<ConstantPointerNull, UndefValue>(pointer))
      reportError(function_,
                  "uses a pointer that Vulkan does not support: " + textOf(*pointer) + ".");
    return ConstantInt::get(integerFor(pointer), 0);
  }

  void lower(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    if (accessedPointer(instruction)) {
      lowerAccess(builder, instruction);
      return;
    }
    if (isPointer(instruction)) {
      if (Value *value = lowerPointer(builder, instruction)) {
        lowered_[&instruction] = value;
        dead_.push_back(&instruction);
      } else {
        reportError(function_, "computes a pointer by an instruction that is not supported: " +
                                   textOf(instruction) + ".");
      }
      return;
    }
    if (isa<PtrToIntInst, PtrToAddrInst>(instruction)) {
      replace(instruction, builder.CreateZExtOrTrunc(loweredValue(instruction.getOperand(0)),
                                                     instruction.getType()));
    } else if (auto *compare = dyn_cast<ICmpInst>(&instruction);
               compare && isPointer(*compare->getOperand(0))) {
      replace(instruction,
              builder.CreateICmp(compare->getPredicate(), loweredValue(compare->getOperand(0)),
                                 loweredValue(compare->getOperand(1))));
    }
  }

  void replace(Instruction &instruction, Value *value) {
    instruction.replaceAllUsesWith(value);
    dead_.push_back(&instruction);
  }

  /// Lowers an instruction that computes a pointer without accessing memory; null if the
  /// instruction is not supported.
  Value *lowerPointer(IRBuilder<> &builder, Instruction &instruction) {
    if (isa<AllocaInst>(instruction))
      return loweredValue(&instruction);
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      PHINode *lowered = builder.CreatePHI(integerFor(phi), phi->getNumIncomingValues());
      phis_.emplace_back(phi, lowered);
      return lowered;
    }
    if (auto *gep = dyn_cast<GetElementPtrInst>(&instruction))
      return lowerGetElementPtr(builder, *gep);
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      return builder.CreateSelect(select->getCondition(), loweredValue(select->getTrueValue()),
                                  loweredValue(select->getFalseValue()));
    if (isa<FreezeInst, BitCastInst>(instruction))
      return loweredValue(instruction.getOperand(0));
    if (isa<IntToPtrInst>(instruction))
      return builder.CreateZExtOrTrunc(instruction.getOperand(0), integerFor(&instruction));
    if (isa<AddrSpaceCastInst>(instruction))
      return lowerAddressSpaceCast(builder, instruction.getOperand(0), instruction);
    return nullptr;
  }

  Value *lowerGetElementPtr(IRBuilder<> &builder, GetElementPtrInst &gep) {
    Type *type = integerFor(&gep);
    Value *result = loweredValue(gep.getPointerOperand());
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

  Value *lowerAddressSpaceCast(IRBuilder<> &builder, Value *source, const Instruction &cast) {
    Value *value = loweredValue(source);
    if (!isLogicalPointer(source) || isLogicalPointer(&cast))
      return builder.CreateZExtOrTrunc(value, integerFor(&cast));
    const std::uint64_t tag = addressSpaceOf(*source) == 3 ? kLocalTag : kPrivateTag;
    Value *tagged =
        builder.CreateOr(builder.CreateZExt(value, address_), builder.getInt64(tag << kTagShift));
    Value *isNull = builder.CreateICmpEQ(value, ConstantInt::get(offset_, 0));
    return builder.CreateSelect(isNull, builder.getInt64(0), tagged);
  }

  /// The pointer of an access.
  struct LoweredPointer {
    PointerClass *pointerClass = nullptr; ///< null for global memory
    Value *value = nullptr;               ///< address or offset
  };

  Value *pointerTo(IRBuilder<> &builder, const LoweredPointer &location, std::uint64_t byte) {
    if (!location.pointerClass) {
      Value *address = location.value;
      if (byte)
        address = builder.CreateAdd(address, builder.getInt64(byte));
      return builder.CreateIntToPtr(address, builder.getPtrTy(1));
    }
    GlobalVariable *variable = location.pointerClass->variable;
    const std::uint64_t size = layout_.getTypeStoreSize(location.pointerClass->element);
    Value *index = divideExactly(builder, location.value, Log2_64(size));
    if (!index)
      index = builder.CreateLShr(location.value, Log2_64(size));
    if (byte)
      index = builder.CreateAdd(index, builder.getInt32(static_cast<std::uint32_t>(byte / size)));
    return builder.CreateInBoundsGEP(variable->getValueType(), variable,
                                     {builder.getInt32(0), index});
  }

  /// Returns the type that accesses @p type at @p location with one instruction; null if it takes
  /// several.
  Type *singleAccessType(Type *type, const LoweredPointer &location, Align align) {
    if (location.pointerClass) {
      Type *element = location.pointerClass->element;
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

  /// Returns the type of each part of an access that takes several instructions.
  Type *choosePartType(Type *type, const LoweredPointer &location, Align align) {
    if (location.pointerClass)
      return location.pointerClass->element;
    const std::uint64_t size = layout_.getTypeStoreSize(type);
    const std::uint64_t partBytes = std::min({size & (~size + 1), align.value(), std::uint64_t{8}});
    return Type::getIntNTy(type->getContext(), static_cast<unsigned>(8 * partBytes));
  }

  Type *bitsOf(Type *type) {
    return Type::getIntNTy(type->getContext(),
                           static_cast<unsigned>(layout_.getTypeStoreSizeInBits(type)));
  }

  /// Converts a scalar to an integer as wide as the scalar is in memory.
  Value *toBits(IRBuilder<> &builder, Value *value) {
    Type *type = value->getType();
    if (type->isPointerTy())
      return builder.CreateZExt(loweredValue(value), address_);
    if (type->isIntegerTy())
      return builder.CreateZExt(value, bitsOf(type));
    return builder.CreateBitCast(value, bitsOf(type));
  }

  /// Replaces the result of @p instruction by @p bits, the value in memory.
  void setLoadedValue(IRBuilder<> &builder, Instruction &instruction, Value *bits) {
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
    LoweredPointer location{classes_.classOf(pointer), nullptr};
    if (isLogicalPointer(pointer) && !location.pointerClass) {
      removeAccess(instruction); // its pointer points to no object: undefined
      return;
    }
    if (addressSpaceOf(*pointer) > 3)
      reportError(function_, "accesses memory through a generic pointer that was not lowered: " +
                                 textOf(instruction) + ".");
    Type *type = accessedType(instruction);
    if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy() &&
        !type->isVectorTy()) {
      reportError(function_, "has a memory access that is neither scalar nor a vector: " +
                                 textOf(instruction) + ".");
      return;
    }
    location.value = loweredValue(pointer);
    const Align align = accessAlign(instruction);
    Type *accessType = singleAccessType(type, location, align);
    if (!accessType && instruction.isAtomic()) {
      reportError(function_,
                  "has an atomic access to memory that is also accessed by narrower types, "
                  "which Vulkan does not support: " +
                      textOf(instruction) + ".");
      return;
    }
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      lowerLoad(builder, *load, location, accessType, align);
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      lowerStore(builder, *store, location, accessType, align);
    else
      lowerAtomic(builder, instruction, location, accessType);
  }

  void removeAccess(Instruction &instruction) {
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

  void lowerLoad(IRBuilder<> &builder, LoadInst &instruction, const LoweredPointer &location,
                 Type *accessType, Align align) {
    if (accessType) {
      const Align fullAlign =
          location.pointerClass ? Align(layout_.getTypeStoreSize(accessType)) : align;
      setLoadedValue(
          builder, instruction,
          load(builder, instruction, accessType, pointerTo(builder, location, 0), fullAlign));
      return;
    }
    Type *partType = choosePartType(instruction.getType(), location, align);
    const std::uint64_t size = layout_.getTypeStoreSize(partType);
    Type *bits = bitsOf(instruction.getType());
    Value *result = nullptr;
    for (std::uint64_t byte = 0; byte < bits->getIntegerBitWidth() / 8; byte += size) {
      Value *part =
          load(builder, instruction, partType, pointerTo(builder, location, byte), Align(size));
      part = builder.CreateZExt(builder.CreateBitCast(part, bitsOf(partType)), bits);
      part = builder.CreateShl(part, 8 * byte);
      result = result ? builder.CreateOr(result, part) : part;
    }
    setLoadedValue(builder, instruction, result);
  }

  void store(IRBuilder<> &builder, const StoreInst &original, Value *value, Value *pointer,
             Align align) {
    StoreInst *result = builder.CreateAlignedStore(value, pointer, align, original.isVolatile());
    if (original.isAtomic())
      result->setAtomic(original.getOrdering(), original.getSyncScopeID());
  }

  void lowerStore(IRBuilder<> &builder, StoreInst &instruction, const LoweredPointer &location,
                  Type *accessType, Align align) {
    Value *value = instruction.getValueOperand();
    dead_.push_back(&instruction);
    if (accessType) {
      const Align fullAlign =
          location.pointerClass ? Align(layout_.getTypeStoreSize(accessType)) : align;
      if (value->getType() != accessType)
        value = builder.CreateBitCast(toBits(builder, value), accessType);
      store(builder, instruction, value, pointerTo(builder, location, 0), fullAlign);
      return;
    }
    Type *partType = choosePartType(value->getType(), location, align);
    const std::uint64_t size = layout_.getTypeStoreSize(partType);
    Value *bits = toBits(builder, value);
    for (std::uint64_t byte = 0; byte < bits->getType()->getIntegerBitWidth() / 8; byte += size) {
      Value *part = builder.CreateTrunc(builder.CreateLShr(bits, 8 * byte), bitsOf(partType));
      store(builder, instruction, builder.CreateBitCast(part, partType),
            pointerTo(builder, location, byte), Align(size));
    }
  }

  /// Lowers an atomic instruction on integers, or on floats if it is a floating-point operation.
  void lowerAtomic(IRBuilder<> &builder, Instruction &instruction, const LoweredPointer &location,
                   Type *accessType) {
    Value *pointer = pointerTo(builder, location, 0);
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      Value *value = update->getValOperand();
      if (value->getType() != accessType) {
        if (update->isFloatingPointOperation()) {
          reportError(function_, "has an atomic operation on floats in memory that is also "
                                 "accessed as integers, which Vulkan does not support: " +
                                     textOf(instruction) + ".");
          return;
        }
        value = builder.CreateBitCast(toBits(builder, value), accessType);
      }
      if (!accessType->isIntegerTy() && !update->isFloatingPointOperation())
        reportError(function_, "has an atomic operation on integers in memory that is accessed as "
                               "floats, which Vulkan does not support: " +
                                   textOf(instruction) + ".");
      AtomicRMWInst *result = builder.CreateAtomicRMW(
          update->getOperation(), pointer, value, Align(layout_.getTypeStoreSize(accessType)),
          update->getOrdering(), update->getSyncScopeID());
      setLoadedValue(builder, instruction, result);
      return;
    }
    instruction.setOperand(pointerOperandOf(instruction), pointer);
    auto &exchange = cast<AtomicCmpXchgInst>(instruction);
    if (exchange.getNewValOperand()->getType() != accessType ||
        isPointer(*exchange.getNewValOperand()))
      reportError(function_, "has a compare-exchange of a type that differs from the type of other "
                             "accesses to the memory, which Vulkan does not support: " +
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
  PointerLowering(function).run();
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
