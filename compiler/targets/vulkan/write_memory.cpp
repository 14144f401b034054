// Writes loads, stores, atomic instructions and barriers. See kernel_writer.h.
#include "compiler/targets/vulkan/kernel_writer.h"

#include "compiler/targets/vulkan/primitives.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

template <typename... T> std::uint32_t mask(T... bits) {
  return (static_cast<std::uint32_t>(bits) | ...);
}

constexpr auto kAllMemory = static_cast<std::uint32_t>(spv::MemorySemanticsMask::UniformMemory) |
                            static_cast<std::uint32_t>(spv::MemorySemanticsMask::WorkgroupMemory);

const std::uint32_t kAcquireRelease =
    mask(spv::MemorySemanticsMask::AcquireRelease, spv::MemorySemanticsMask::MakeAvailable,
         spv::MemorySemanticsMask::MakeVisible);

} // namespace

KernelWriter::Pointer KernelWriter::pointerOf(const Value &pointer, const Type *type) {
  const Id element = typeOf(type);
  if (auto *address = dyn_cast<Operator>(&pointer);
      address && address->getOpcode() == Instruction::IntToPtr) {
    if (type->isIntegerTy(8))
      module_.require(spv::Capability::StorageBuffer8BitAccess);
    else if (type->getScalarSizeInBits() == 16)
      module_.require(spv::Capability::StorageBuffer16BitAccess);
    const auto storage = spv::StorageClass::PhysicalStorageBuffer;
    return {emitValue(spv::Op::OpConvertUToPtr, module_.pointerType(storage, element),
                      valueOf(address->getOperand(0))),
            storage};
  }
  const GlobalVariable *variable = nullptr;
  Id index = 0;
  auto *gep = dyn_cast<GEPOperator>(&pointer);
  if (gep && gep->getNumIndices() == 2 && isa<GlobalVariable>(gep->getPointerOperand()) &&
      gep->getSourceElementType() ==
          cast<GlobalVariable>(gep->getPointerOperand())->getValueType()) {
    variable = cast<GlobalVariable>(gep->getPointerOperand());
    index = valueOf(gep->getOperand(2));
  } else { // folded to the variable or to a constant byte offset in it
    APInt offset(layout_.getIndexTypeSizeInBits(pointer.getType()), 0);
    variable = dyn_cast<GlobalVariable>(
        pointer.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true));
    if (variable)
      index = module_.u32(static_cast<std::uint32_t>(
          offset.getZExtValue() / layout_.getTypeStoreSize(const_cast<Type *>(type))));
  }
  auto *array = variable ? dyn_cast<ArrayType>(variable->getValueType()) : nullptr;
  if (!array || array->getElementType() != type) {
    reportUnsupported(pointer,
                      "it has a pointer that is not the address of an element of a variable");
    return {module_.u32(0), spv::StorageClass::Function};
  }
  const auto storage =
      variable->getAddressSpace() == 3 ? spv::StorageClass::Workgroup : spv::StorageClass::Function;
  return {emitValue(spv::Op::OpAccessChain, module_.pointerType(storage, element),
                    {variableOf(*variable), index}),
          storage};
}

void KernelWriter::addMemoryOperands(Words &operands, const Pointer &pointer, bool isVolatile,
                                     Align align, bool isInvariant) {
  const bool isGlobal = pointer.storage == spv::StorageClass::PhysicalStorageBuffer;
  const bool isShared = isGlobal || pointer.storage == spv::StorageClass::Workgroup;
  std::uint32_t bits = 0;
  if (isVolatile)
    bits |= mask(spv::MemoryAccessMask::Volatile);
  if (isGlobal)
    bits |= mask(spv::MemoryAccessMask::Aligned);
  if (isShared && !isInvariant)
    bits |= mask(spv::MemoryAccessMask::NonPrivatePointer);
  if (!bits)
    return;
  operands.push_back(bits);
  if (isGlobal)
    operands.push_back(static_cast<std::uint32_t>(align.value()));
}

/// @{ Vulkan has no sequential consistency: a load acquires at most, a store releases.
static AtomicOrdering orderOfLoad(AtomicOrdering order) {
  return isStrongerThan(order, AtomicOrdering::Monotonic) ? AtomicOrdering::Acquire : order;
}
static AtomicOrdering orderOfStore(AtomicOrdering order) {
  return isStrongerThan(order, AtomicOrdering::Monotonic) ? AtomicOrdering::Release : order;
}
/// @}

void KernelWriter::requireAtomics(const Type &type) {
  if (type.isIntegerTy(64))
    module_.require(spv::Capability::Int64Atomics);
}

void KernelWriter::writeLoad(const LoadInst &load) {
  const Pointer pointer = pointerOf(*load.getPointerOperand(), load.getType());
  if (load.isAtomic()) {
    requireAtomics(*load.getType());
    define(load, spv::Op::OpAtomicLoad,
           {pointer.id, scopeOf(pointer), semanticsOf(orderOfLoad(load.getOrdering()), pointer)});
    return;
  }
  Words operands{pointer.id};
  addMemoryOperands(operands, pointer, load.isVolatile(), load.getAlign(),
                    load.hasMetadata(LLVMContext::MD_invariant_load));
  define(load, spv::Op::OpLoad, operands);
}

void KernelWriter::writeStore(const StoreInst &store) {
  const Value *value = store.getValueOperand();
  const Pointer pointer = pointerOf(*store.getPointerOperand(), value->getType());
  if (store.isAtomic()) {
    requireAtomics(*value->getType());
    emit(spv::Op::OpAtomicStore,
         {pointer.id, scopeOf(pointer), semanticsOf(orderOfStore(store.getOrdering()), pointer),
          valueOf(value)});
    return;
  }
  Words operands{pointer.id, vectorOf(*value)};
  addMemoryOperands(operands, pointer, store.isVolatile(), store.getAlign(), false);
  emit(spv::Op::OpStore, operands);
}

Id KernelWriter::scopeOf(const Pointer &pointer) {
  if (pointer.storage == spv::StorageClass::Workgroup)
    return module_.u32(static_cast<std::uint32_t>(spv::Scope::Workgroup));
  module_.require(spv::Capability::VulkanMemoryModelDeviceScope);
  return module_.u32(static_cast<std::uint32_t>(spv::Scope::Device));
}

Id KernelWriter::semanticsOf(AtomicOrdering order, const Pointer &pointer) {
  if (options_.relaxedFences || order == AtomicOrdering::Monotonic ||
      order == AtomicOrdering::Unordered)
    return module_.u32(0);
  const std::uint32_t memory = pointer.storage == spv::StorageClass::Workgroup
                                   ? mask(spv::MemorySemanticsMask::WorkgroupMemory)
                                   : kAllMemory;
  if (order == AtomicOrdering::Acquire)
    return module_.u32(
        memory | mask(spv::MemorySemanticsMask::Acquire, spv::MemorySemanticsMask::MakeVisible));
  if (order == AtomicOrdering::Release)
    return module_.u32(
        memory | mask(spv::MemorySemanticsMask::Release, spv::MemorySemanticsMask::MakeAvailable));
  return module_.u32(memory | kAcquireRelease);
}

bool KernelWriter::writeAtomicUpdate(const AtomicRMWInst &update) {
  spv::Op op = spv::Op::OpNop;
  const unsigned width = update.getType()->getScalarSizeInBits();
  switch (update.getOperation()) {
  case AtomicRMWInst::Xchg:
    op = spv::Op::OpAtomicExchange;
    break;
  case AtomicRMWInst::Add:
    op = spv::Op::OpAtomicIAdd;
    break;
  case AtomicRMWInst::Sub:
    op = spv::Op::OpAtomicISub;
    break;
  case AtomicRMWInst::Min:
    op = spv::Op::OpAtomicSMin;
    break;
  case AtomicRMWInst::UMin:
    op = spv::Op::OpAtomicUMin;
    break;
  case AtomicRMWInst::Max:
    op = spv::Op::OpAtomicSMax;
    break;
  case AtomicRMWInst::UMax:
    op = spv::Op::OpAtomicUMax;
    break;
  case AtomicRMWInst::And:
    op = spv::Op::OpAtomicAnd;
    break;
  case AtomicRMWInst::Or:
    op = spv::Op::OpAtomicOr;
    break;
  case AtomicRMWInst::Xor:
    op = spv::Op::OpAtomicXor;
    break;
  case AtomicRMWInst::FAdd:
    op = spv::Op::OpAtomicFAddEXT;
    module_.requireExtension("SPV_EXT_shader_atomic_float_add");
    module_.require(width == 64 ? spv::Capability::AtomicFloat64AddEXT
                                : spv::Capability::AtomicFloat32AddEXT);
    break;
  default:
    return false;
  }
  requireAtomics(*update.getType());
  const Pointer pointer = pointerOf(*update.getPointerOperand(), update.getType());
  define(update, op,
         {pointer.id, scopeOf(pointer), semanticsOf(update.getOrdering(), pointer),
          valueOf(update.getValOperand())});
  return true;
}

void KernelWriter::writeCompareExchange(const AtomicCmpXchgInst &exchange) {
  const Type *type = exchange.getNewValOperand()->getType();
  requireAtomics(*type);
  const Pointer pointer = pointerOf(*exchange.getPointerOperand(), type);
  emit(spv::Op::OpAtomicCompareExchange,
       {typeOf(type), valueOf(&exchange), pointer.id, scopeOf(pointer),
        semanticsOf(exchange.getSuccessOrdering(), pointer),
        semanticsOf(orderOfLoad(exchange.getFailureOrdering()), pointer),
        valueOf(exchange.getNewValOperand()), valueOf(exchange.getCompareOperand())});
}

/// OpAtomicCompareExchange returns the old value only, so success is a comparison with the expected
/// value.
bool KernelWriter::writeExtractValue(const ExtractValueInst &extract) {
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(extract.getAggregateOperand());
  if (!exchange)
    return false;
  if (extract.getIndices()[0] == 0)
    bindResult(extract, valueOf(exchange));
  else
    define(extract, spv::Op::OpIEqual, {valueOf(exchange), valueOf(exchange->getCompareOperand())});
  return true;
}

/// Writes the extraction of an element of a loaded vector.
bool KernelWriter::writeExtractElement(const ExtractElementInst &extract) {
  auto *index = dyn_cast<ConstantInt>(extract.getIndexOperand());
  if (!index)
    return false;
  define(extract, spv::Op::OpCompositeExtract,
         {vectorOf(*extract.getVectorOperand()), static_cast<Id>(index->getZExtValue())});
  return true;
}

/// Writes nothing if only insertions and stores use the vector: the stores construct it.
void KernelWriter::writeInsertElement(const InsertElementInst &insert) {
  if (all_of(insert.users(),
             [](const User *user) { return isa<InsertElementInst, StoreInst>(user); }))
    return;
  bindResult(insert, vectorOf(insert));
}

/// Returns the id of a vector; a chain of insertions becomes one OpCompositeConstruct.
Id KernelWriter::vectorOf(const Value &vector) {
  auto *insert = dyn_cast<InsertElementInst>(&vector);
  if (!insert)
    return valueOf(&vector);
  const unsigned count = cast<FixedVectorType>(vector.getType())->getNumElements();
  SmallVector<Id, 4> elements(count, 0);
  const Value *base = &vector;
  for (; (insert = dyn_cast<InsertElementInst>(base)); base = insert->getOperand(0)) {
    auto *index = dyn_cast<ConstantInt>(insert->getOperand(2));
    if (!index || index->getZExtValue() >= count) {
      reportUnsupported(vector, "it inserts a vector element at an index that is not constant");
      return module_.u32(0);
    }
    if (Id &element = elements[index->getZExtValue()]; !element)
      element = valueOf(insert->getOperand(1));
  }
  const Id type = typeOf(vector.getType()->getScalarType());
  for (unsigned i = 0; i < count; ++i)
    if (!elements[i])
      elements[i] = isa<UndefValue>(base)
                        ? zeroOf(vector.getType()->getScalarType())
                        : emitValue(spv::Op::OpCompositeExtract, type, {valueOf(base), i});
  return emitValue(spv::Op::OpCompositeConstruct, typeOf(vector.getType()), elements);
}

void KernelWriter::writeBarrier(const Value &flags) {
  // Order no more memory than the flags require: drivers do not move loads of global memory across
  // a barrier that orders global memory.
  const auto *known = dyn_cast<ConstantInt>(&flags);
  const std::uint32_t memory = known && known->equalsInt(kLocalFence)
                                   ? mask(spv::MemorySemanticsMask::WorkgroupMemory)
                                   : kAllMemory;
  const Id group = module_.u32(static_cast<std::uint32_t>(spv::Scope::Workgroup));
  emit(spv::Op::OpControlBarrier, {group, group, module_.u32(memory | kAcquireRelease)});
}

void KernelWriter::writeSubgroupBarrier() {
  module_.require(spv::Capability::GroupNonUniform);
  const Id group = module_.u32(static_cast<std::uint32_t>(spv::Scope::Subgroup));
  emit(spv::Op::OpControlBarrier, {group, group, module_.u32(kAllMemory | kAcquireRelease)});
}

void KernelWriter::writeFence() {
  if (options_.relaxedFences)
    return;
  module_.require(spv::Capability::VulkanMemoryModelDeviceScope);
  emit(spv::Op::OpMemoryBarrier, {module_.u32(static_cast<std::uint32_t>(spv::Scope::Device)),
                                  module_.u32(kAllMemory | kAcquireRelease)});
}

} // namespace ursa::compiler::vulkan
