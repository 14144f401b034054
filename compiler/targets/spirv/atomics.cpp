// Atomic instructions by address space, and as calls of __spirv_*. See atomics.h.
#include "compiler/targets/spirv/atomics.h"

#include "compiler/targets/common/pointer_spaces.h"
#include "compiler/targets/common/pointer_tags.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace ursa {
namespace {

/// The pointer that an atomic instruction accesses; null for other instructions.
Value *atomicPointer(Instruction &instruction) {
  if (!instruction.isAtomic())
    return nullptr;
  return const_cast<Value *>(getLoadStorePointerOperand(&instruction))
             ? getLoadStorePointerOperand(&instruction)
         : isa<AtomicRMWInst>(instruction) ? cast<AtomicRMWInst>(instruction).getPointerOperand()
         : isa<AtomicCmpXchgInst>(instruction)
             ? cast<AtomicCmpXchgInst>(instruction).getPointerOperand()
             : nullptr;
}

void makePlain(Instruction &atomic) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&atomic))
    lowerAtomicRMWInst(update);
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&atomic))
    lowerAtomicCmpXchgInst(exchange);
  else if (auto *load = dyn_cast<LoadInst>(&atomic))
    load->setAtomic(AtomicOrdering::NotAtomic);
  else
    cast<StoreInst>(atomic).setAtomic(AtomicOrdering::NotAtomic);
}

/// @p atomic once for each address space, chosen by the tag of its pointer; the copies.
SmallVector<Instruction *, 3> chooseBySpace(Instruction &atomic, Value *pointer,
                                            const TaggedPointer &tagged) {
  SmallVector<Instruction *, 3> copies;
  Function &function = *atomic.getFunction();
  BasicBlock *block = atomic.getParent();
  BasicBlock *behind = block->splitBasicBlock(atomic.getIterator(), "space.end");
  block->getTerminator()->eraseFromParent();
  PHINode *result = atomic.getType()->isVoidTy()
                        ? nullptr
                        : PHINode::Create(atomic.getType(), 3, "", behind->begin());
  IRBuilder<> builder(block);
  SwitchInst *choice = nullptr;
  for (unsigned space : tagged.spaces) {
    auto *place = BasicBlock::Create(function.getContext(), "space", &function, behind);
    IRBuilder<> inside(place);
    inside.SetCurrentDebugLocation(atomic.getDebugLoc());
    Instruction *copy = atomic.clone();
    copy->replaceUsesOfWith(pointer, inside.CreateAddrSpaceCast(pointer, inside.getPtrTy(space)));
    inside.Insert(copy);
    inside.CreateBr(behind);
    if (result)
      result->addIncoming(copy, place);
    if (choice)
      choice->addCase(builder.getInt32(space), place);
    else
      choice = builder.CreateSwitch(tagged.tag, place);
    copies.push_back(copy);
  }
  if (result)
    atomic.replaceAllUsesWith(result);
  atomic.eraseFromParent();
  return copies;
}

/// The letter of an integer or floating-point type in mangled names; null for what SPIR-V has no
/// atomics of.
const char *letterOf(const Type *type) {
  return type->isIntegerTy(32) ? "i" : type->isIntegerTy(64) ? "l" : nullptr;
}

const char *nameOf(AtomicRMWInst::BinOp operation) {
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

/// Writes the atomics of one module as calls.
class Writer {
public:
  explicit Writer(Module &module) : module_(module) {
    module.getContext().getSyncScopeNames(scopes_);
  }

  void write(Instruction &atomic) {
    IRBuilder<> builder(&atomic);
    builder.SetCurrentDebugLocation(atomic.getDebugLoc());
    Value *pointer = atomicPointer(atomic);
    if (auto *update = dyn_cast<AtomicRMWInst>(&atomic)) {
      Type *type = update->getType();
      const char *name = nameOf(update->getOperation());
      if (name && letterOf(type))
        replace(atomic, call(builder, name, type, type, pointer,
                             {scope(builder, update->getSyncScopeID()),
                              semantics(builder, update->getOrdering(), *pointer),
                              update->getValOperand()}));
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&atomic)) {
      write(builder, *exchange);
    } else if (auto *load = dyn_cast<LoadInst>(&atomic)) {
      Type *bits = bitsOf(load->getType());
      if (letterOf(bits))
        replace(atomic, fromBits(builder,
                                 call(builder, "Load", bits, bits, pointer,
                                      {scope(builder, load->getSyncScopeID()),
                                       semantics(builder, load->getOrdering(), *pointer)}),
                                 load->getType()));
    } else if (auto *store = dyn_cast<StoreInst>(&atomic)) {
      Type *bits = bitsOf(store->getValueOperand()->getType());
      if (letterOf(bits)) {
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
    if (!letterOf(type))
      return;
    Value *pointer = exchange.getPointerOperand();
    Value *old = call(builder, "CompareExchange", type, type, pointer,
                      {scope(builder, exchange.getSyncScopeID()),
                       semantics(builder, exchange.getSuccessOrdering(), *pointer),
                       semantics(builder, exchange.getFailureOrdering(), *pointer),
                       exchange.getNewValOperand(), exchange.getCompareOperand()});
    // No pair of the two is made where they are taken apart at once.
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

  /// Integers of the size are exchanged; drivers have no atomic loads of floats.
  Type *bitsOf(Type *type) {
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

  CallInst *call(IRBuilder<> &builder, const char *operation, Type *result, Type *object,
                 Value *pointer, ArrayRef<Value *> operands) {
    const std::string function = std::string("__spirv_Atomic") + operation;
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    std::string name = "_Z" + std::to_string(function.size()) + function + "PU3AS" +
                       std::to_string(space) + letterOf(object);
    SmallVector<Value *, 6> arguments = {pointer};
    SmallVector<Type *, 6> types = {pointer->getType()};
    for (Value *operand : operands) {
      arguments.push_back(operand);
      types.push_back(operand->getType());
      name += letterOf(operand->getType());
    }
    FunctionCallee callee =
        module_.getOrInsertFunction(name, FunctionType::get(result, types, false));
    cast<Function>(callee.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
    CallInst *made = builder.CreateCall(callee, arguments);
    made->setCallingConv(CallingConv::SPIR_FUNC);
    return made;
  }

  Value *scope(IRBuilder<> &builder, SyncScope::ID id) const {
    const StringRef name = id < scopes_.size() ? scopes_[id] : "";
    return builder.getInt32(name == "device"         ? 1
                            : name == "workgroup"    ? 2
                            : name == "subgroup"     ? 3
                            : name == "singlethread" ? 4
                                                     : 0); // of all devices
  }

  /// The order, and which memory it is about.
  static Value *semantics(IRBuilder<> &builder, AtomicOrdering order, const Value &pointer) {
    constexpr unsigned kWorkgroupMemory = 0x100, kCrossWorkgroupMemory = 0x200;
    const unsigned space = pointer.getType()->getPointerAddressSpace();
    const unsigned memory = space == kLocalSpace    ? kWorkgroupMemory
                            : space == kGlobalSpace ? kCrossWorkgroupMemory
                                                    : kWorkgroupMemory | kCrossWorkgroupMemory;
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
    PointerTags tags;
    for (Instruction *atomic : atomicsOf(function)) {
      Value *pointer = atomicPointer(*atomic);
      SmallVector<Instruction *, 3> copies = {atomic};
      if (isGenericPointer(pointer->getType()))
        if (auto tagged = tags.find(*pointer))
          copies = chooseBySpace(*atomic, pointer, *tagged);
      for (Instruction *copy : copies)
        if (atomicPointer(*copy)->getType()->getPointerAddressSpace() == kPrivateSpace)
          makePlain(*copy);
    }
  }
}

void writeAtomics(Module &module) {
  Writer writer(module);
  for (Function &function : module)
    for (Instruction *atomic : atomicsOf(function))
      writer.write(*atomic);
}

} // namespace ursa
