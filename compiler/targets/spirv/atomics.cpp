// Resolves the address spaces of atomic instructions and writes calls of __spirv_*. See atomics.h.
#include "compiler/targets/spirv/atomics.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/common/atomic_updates.h"
#include "compiler/targets/common/pointer_spaces.h"
#include "compiler/targets/common/pointer_tags.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

using targets::atomicPointer;

/// Replaces @p atomic by a switch over the tag of its pointer with a copy for each address space.
/// Returns the copies.
SmallVector<Instruction *, 3> dispatchBySpace(Instruction &atomic, Value *pointer,
                                              const targets::TaggedPointer &tagged) {
  SmallVector<Instruction *, 3> copies;
  Function &function = *atomic.getFunction();
  BasicBlock *block = atomic.getParent();
  BasicBlock *end = block->splitBasicBlock(atomic.getIterator(), "space.end");
  block->getTerminator()->eraseFromParent();
  PHINode *result = atomic.getType()->isVoidTy()
                        ? nullptr
                        : PHINode::Create(atomic.getType(), 3, "", end->begin());
  IRBuilder<> builder(block);
  SwitchInst *choice = nullptr;
  for (unsigned space : tagged.spaces) {
    auto *caseBlock = BasicBlock::Create(function.getContext(), "space", &function, end);
    IRBuilder<> inside(caseBlock);
    inside.SetCurrentDebugLocation(atomic.getDebugLoc());
    Instruction *copy = atomic.clone();
    copy->replaceUsesOfWith(pointer, inside.CreateAddrSpaceCast(pointer, inside.getPtrTy(space)));
    inside.Insert(copy);
    inside.CreateBr(end);
    if (result)
      result->addIncoming(copy, caseBlock);
    if (choice)
      choice->addCase(builder.getInt32(space), caseBlock);
    else
      choice = builder.CreateSwitch(tagged.tag, caseBlock);
    copies.push_back(copy);
  }
  if (result)
    atomic.replaceAllUsesWith(result);
  atomic.eraseFromParent();
  return copies;
}

/// Returns the letter of a type in mangled names; null for types without atomic instructions.
const char *mangledLetter(const Type *type) {
  return type->isIntegerTy(32) ? "i" : type->isIntegerTy(64) ? "l" : nullptr;
}

const char *spirvName(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Xchg:
    return "Exchange";
  case AtomicRMWInst::Add:
    return "IAdd";
  case AtomicRMWInst::Sub:
    return "ISub";
  case AtomicRMWInst::And:
    return "And";
  case AtomicRMWInst::Or:
    return "Or";
  case AtomicRMWInst::Xor:
    return "Xor";
  case AtomicRMWInst::Max:
    return "SMax";
  case AtomicRMWInst::Min:
    return "SMin";
  case AtomicRMWInst::UMax:
    return "UMax";
  case AtomicRMWInst::UMin:
    return "UMin";
  default:
    return nullptr;
  }
}

/// The storage classes to which an order applies, in memory semantics.
constexpr unsigned kWorkgroupMemory = 0x100, kCrossWorkgroupMemory = 0x200;

/// Replaces the atomics of one module by calls.
class AtomicCallWriter {
public:
  explicit AtomicCallWriter(Module &module) : module_(module) {
    module.getContext().getSyncScopeNames(scopes_);
  }

  void write(FenceInst &fence) {
    IRBuilder<> builder(&fence);
    builder.SetCurrentDebugLocation(fence.getDebugLoc());
    FunctionCallee callee =
        module_.getOrInsertFunction("_Z21__spirv_MemoryBarrierii", builder.getVoidTy(),
                                    builder.getInt32Ty(), builder.getInt32Ty());
    cast<Function>(callee.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
    builder
        .CreateCall(callee, {scope(builder, fence.getSyncScopeID()),
                             semantics(builder, fence.getOrdering(),
                                       kWorkgroupMemory | kCrossWorkgroupMemory)})
        ->setCallingConv(CallingConv::SPIR_FUNC);
    fence.eraseFromParent();
  }

  void write(Instruction &atomic) {
    IRBuilder<> builder(&atomic);
    builder.SetCurrentDebugLocation(atomic.getDebugLoc());
    Value *pointer = atomicPointer(atomic);
    if (auto *update = dyn_cast<AtomicRMWInst>(&atomic)) {
      Type *type = update->getType();
      const char *name = spirvName(update->getOperation());
      if (name && mangledLetter(type))
        replace(atomic, call(builder, name, type, type, pointer,
                             {scope(builder, update->getSyncScopeID()),
                              semantics(builder, update->getOrdering(), *pointer),
                              update->getValOperand()}));
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&atomic)) {
      write(builder, *exchange);
    } else if (auto *load = dyn_cast<LoadInst>(&atomic)) {
      Type *bits = integerOfSameSize(load->getType());
      if (mangledLetter(bits))
        replace(atomic, fromBits(builder,
                                 call(builder, "Load", bits, bits, pointer,
                                      {scope(builder, load->getSyncScopeID()),
                                       semantics(builder, load->getOrdering(), *pointer)}),
                                 load->getType()));
    } else if (auto *store = dyn_cast<StoreInst>(&atomic)) {
      Type *bits = integerOfSameSize(store->getValueOperand()->getType());
      if (mangledLetter(bits)) {
        call(builder, "Store", builder.getVoidTy(), bits, pointer,
             {scope(builder, store->getSyncScopeID()),
              semantics(builder, store->getOrdering(), *pointer),
              toBits(builder, store->getValueOperand(), bits)});
        store->eraseFromParent();
      }
    }
  }

private:
  void write(IRBuilder<> &builder, AtomicCmpXchgInst &exchange) {
    Type *type = exchange.getCompareOperand()->getType();
    if (!mangledLetter(type))
      return;
    Value *pointer = exchange.getPointerOperand();
    Value *old = call(builder, "CompareExchange", type, type, pointer,
                      {scope(builder, exchange.getSyncScopeID()),
                       semantics(builder, exchange.getSuccessOrdering(), *pointer),
                       semantics(builder, exchange.getFailureOrdering(), *pointer),
                       exchange.getNewValOperand(), exchange.getCompareOperand()});
    // Replaces extracts directly, so that most compare-exchanges need no pair.
    for (User *user : make_early_inc_range(exchange.users()))
      if (auto *part = dyn_cast<ExtractValueInst>(user)) {
        IRBuilder<> at(part);
        replace(*part, part->getIndices()[0] == 0
                           ? old
                           : at.CreateICmpEQ(old, exchange.getCompareOperand()));
      }
    if (!exchange.use_empty()) {
      Value *pair = builder.CreateInsertValue(PoisonValue::get(exchange.getType()), old, 0);
      pair = builder.CreateInsertValue(pair,
                                       builder.CreateICmpEQ(old, exchange.getCompareOperand()), 1);
      exchange.replaceAllUsesWith(pair);
    }
    exchange.eraseFromParent();
  }

  static void replace(Instruction &instruction, Value *value) {
    value->takeName(&instruction);
    instruction.replaceAllUsesWith(value);
    instruction.eraseFromParent();
  }

  /// Returns the integer type of the same size: drivers have no atomic loads of floats.
  Type *integerOfSameSize(Type *type) {
    return IntegerType::get(
        module_.getContext(),
        static_cast<unsigned>(module_.getDataLayout().getTypeSizeInBits(type).getFixedValue()));
  }
  static Value *toBits(IRBuilder<> &builder, Value *value, Type *bits) {
    return value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, bits)
                                           : builder.CreateBitCast(value, bits);
  }
  static Value *fromBits(IRBuilder<> &builder, Value *bits, Type *type) {
    return type->isPointerTy() ? builder.CreateIntToPtr(bits, type)
                               : builder.CreateBitCast(bits, type);
  }

  CallInst *call(IRBuilder<> &builder, const char *operation, Type *resultType, Type *object,
                 Value *pointer, ArrayRef<Value *> operands) {
    std::string types = "PU3AS" + std::to_string(pointer->getType()->getPointerAddressSpace()) +
                        mangledLetter(object);
    SmallVector<Value *, 6> arguments = {pointer};
    for (Value *operand : operands) {
      arguments.push_back(operand);
      types += mangledLetter(operand->getType());
    }
    return builtins::callFunction(
        builder, builtins::mangledName(std::string("__spirv_Atomic") + operation, types),
        resultType, arguments);
  }

  Value *scope(IRBuilder<> &builder, SyncScope::ID id) const {
    const StringRef name = id < scopes_.size() ? scopes_[id] : "";
    return builder.getInt32(name == "device"         ? 1
                            : name == "workgroup"    ? 2
                            : name == "subgroup"     ? 3
                            : name == "singlethread" ? 4
                                                     : 0); // CrossDevice
  }

  /// Returns the memory semantics: the order, and the storage classes that it applies to.
  static Value *semantics(IRBuilder<> &builder, AtomicOrdering order, const Value &pointer) {
    const unsigned space = pointer.getType()->getPointerAddressSpace();
    return semantics(builder, order,
                     space == targets::kLocalSpace    ? kWorkgroupMemory
                     : space == targets::kGlobalSpace ? kCrossWorkgroupMemory
                                                      : kWorkgroupMemory | kCrossWorkgroupMemory);
  }
  static Value *semantics(IRBuilder<> &builder, AtomicOrdering order, unsigned memory) {
    switch (order) {
    case AtomicOrdering::Acquire:
      return builder.getInt32(0x2 | memory);
    case AtomicOrdering::Release:
      return builder.getInt32(0x4 | memory);
    case AtomicOrdering::AcquireRelease:
      return builder.getInt32(0x8 | memory);
    case AtomicOrdering::SequentiallyConsistent:
      return builder.getInt32(0x10 | memory);
    default:
      return builder.getInt32(0);
    }
  }

  Module &module_;
  SmallVector<StringRef, 8> scopes_; ///< by id
};

SmallVector<Instruction *, 16> atomicsOf(Function &function) {
  SmallVector<Instruction *, 16> atomics;
  for (Instruction &instruction : instructions(function))
    if (atomicPointer(instruction))
      atomics.push_back(&instruction);
  return atomics;
}

} // namespace

void resolveAtomics(Module &module) {
  for (Function &function : module) {
    targets::PointerTags tags;
    for (Instruction *atomic : atomicsOf(function)) {
      Value *pointer = atomicPointer(*atomic);
      SmallVector<Instruction *, 3> copies = {atomic};
      if (targets::isGenericPointer(pointer->getType()))
        if (auto tagged = tags.find(*pointer))
          copies = dispatchBySpace(*atomic, pointer, *tagged);
      for (Instruction *copy : copies)
        if (atomicPointer(*copy)->getType()->getPointerAddressSpace() == targets::kPrivateSpace)
          targets::makeNonAtomic(*copy);
    }
  }
}

void writeAtomics(Module &module) {
  AtomicCallWriter writer(module);
  for (Function &function : module) {
    for (Instruction *atomic : atomicsOf(function))
      writer.write(*atomic);
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *fence = dyn_cast<FenceInst>(&instruction))
        writer.write(*fence);
  }
}

} // namespace ursa::compiler::spirv
