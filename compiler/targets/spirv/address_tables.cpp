// See address_tables.h.
#include "compiler/targets/spirv/address_tables.h"

#include "compiler/targets/common/pointer_spaces.h"
#include "compiler/targets/spirv/local_variables.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

using Variables = SmallSetVector<GlobalVariable *, 8>;

constexpr std::uint64_t kLargestCopy = 16384; // bytes; each work-item has its own

/// Adds the variables whose addresses a constant contains. Returns whether it contains no other
/// addresses.
bool addNamedVariables(Constant &constant, Variables &variables) {
  if (auto *variable = dyn_cast<GlobalVariable>(&constant)) {
    variables.insert(variable);
    return true;
  }
  if (isa<GlobalValue, BlockAddress>(constant))
    return false;
  return all_of(constant.operands(), [&](Use &operand) {
    return addNamedVariables(*cast<Constant>(operand.get()), variables);
  });
}

/// Returns whether a variable is a constant that is small enough for copies.
bool canCopy(const GlobalVariable &variable) {
  return variable.isConstant() && variable.hasInitializer() &&
         variable.getAddressSpace() != targets::kLocalSpace &&
         !variable.getName().starts_with("llvm.") &&
         variable.getDataLayout().getTypeAllocSize(variable.getValueType()) <= kLargestCopy;
}

/// Returns whether a variable is such a constant and contains addresses, of variables only.
bool isAddressTable(GlobalVariable &variable) {
  if (!canCopy(variable))
    return false;
  Variables named;
  return addNamedVariables(*variable.getInitializer(), named) && !named.empty();
}

/// Returns whether retype() supports all uses of a pointer to a table, through constants too.
bool canRetype(const Value &pointer) {
  return all_of(pointer.uses(), [](const Use &use) {
    const User *user = use.getUser();
    if (auto *cast = dyn_cast<AddrSpaceCastOperator>(user))
      return cast->getDestAddressSpace() == targets::kGenericSpace;
    if (isa<GEPOperator>(user))
      return user->getType()->isPointerTy() && canRetype(*user);
    if (auto *transfer = dyn_cast<MemTransferInst>(user))
      return use.getOperandNo() == 1 && !isa<MemMoveInst>(transfer);
    return isa<LoadInst, PtrToIntOperator>(user);
  });
}

/// Adds the tables of @p all that the initial values of tables name, at any depth. If there are
/// any, pointers that are read from tables are to private memory: then all other constants that
/// tables name are added, so that pointers to two address spaces do not mix.
void addNamed(Variables &tables, const Variables &all) {
  Variables others;
  bool isNested = false;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    Variables named;
    addNamedVariables(*tables[i]->getInitializer(), named);
    for (GlobalVariable *variable : named)
      if (all.contains(variable)) {
        isNested = true;
        tables.insert(variable);
      } else if (canCopy(*variable) && canRetype(*variable)) {
        others.insert(variable);
      }
  }
  if (isNested)
    tables.insert_range(others);
}

/// Replaces a pointer by one of another address space.
void retype(Instruction &user, unsigned operand, Value &pointer) {
  IRBuilder<> builder(&user);
  if (isa<AddrSpaceCastInst>(user)) {
    user.replaceAllUsesWith(builder.CreateAddrSpaceCast(&pointer, user.getType()));
    user.eraseFromParent();
  } else if (auto *element = dyn_cast<GetElementPtrInst>(&user)) {
    Value *moved = builder.CreateGEP(element->getSourceElementType(), &pointer,
                                     SmallVector<Value *, 4>(element->indices()), "",
                                     element->getNoWrapFlags());
    for (Use &use : make_early_inc_range(element->uses()))
      retype(*cast<Instruction>(use.getUser()), use.getOperandNo(), *moved);
    element->eraseFromParent();
  } else if (auto *transfer = dyn_cast<MemTransferInst>(&user)) {
    builder.CreateMemCpy(transfer->getRawDest(), transfer->getDestAlign(), &pointer,
                         transfer->getSourceAlign(), transfer->getLength(), transfer->isVolatile());
    transfer->eraseFromParent();
  } else {
    user.setOperand(operand, &pointer);
    user.setMetadata(LLVMContext::MD_invariant_load, nullptr); // stores make the copy
  }
}

/// Stores the scalars of an initial value.
void storeScalars(IRBuilder<> &builder, Constant &value, AllocaInst &copy, std::uint64_t offset) {
  const DataLayout &layout = copy.getDataLayout();
  Type *type = value.getType();
  const auto storeElement = [&](unsigned index, std::uint64_t distance) {
    storeScalars(builder, *value.getAggregateElement(index), copy, offset + distance);
  };
  if (auto *structure = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      storeElement(i, layout.getStructLayout(structure)->getElementOffset(i).getFixedValue());
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    const std::uint64_t step = layout.getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      storeElement(i, i * step);
  } else if (!isa<UndefValue>(value)) {
    Value *place = &copy;
    if (offset > 0)
      place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, offset);
    builder.CreateAlignedStore(&value, place, commonAlignment(copy.getAlign(), offset));
  }
}

/// Replaces the tables that a function uses.
void copyTables(Function &function, const Variables &tables) {
  BasicBlock &entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  SmallVector<Constant *, 8> converted;
  SmallMapVector<GlobalVariable *, AllocaInst *, 8> copies;
  for (GlobalVariable *table : tables) {
    IRBuilder<> atStart(&entry, entry.begin());
    auto *copy = atStart.CreateAlloca(table->getValueType(), nullptr, table->getName());
    copy->setAlignment(std::max(table->getAlign().valueOrOne(), copy->getAlign()));
    copies[table] = copy;
    Variables named;
    addNamedVariables(*table->getInitializer(), named);
    named.insert(table);
    converted.append(named.begin(), named.end());
  }
  for (GlobalVariable *table : tables)
    storeScalars(builder, *table->getInitializer(), *copies[table], 0);
  convertUsersOfConstantsToInstructions(converted, &function);
  for (const auto &[table, copy] : copies)
    for (Use &use : make_early_inc_range(table->uses()))
      if (auto *user = dyn_cast<Instruction>(use.getUser());
          user && user->getFunction() == &function)
        retype(*user, use.getOperandNo(), *copy);
  // What phis use of tables is computed at the begin of their predecessors.
  for (const auto &[table, copy] : copies)
    copy->moveBefore(entry, entry.begin());
}

} // namespace

void inlineUsersOfAddressTables(Module &module) {
  SmallVector<const Value *, 8> tables;
  for (GlobalVariable &variable : module.globals())
    if (isAddressTable(variable))
      tables.push_back(&variable);
  inlineUsers(tables);
}

void copyAddressTables(Module &module) {
  Variables all;
  for (GlobalVariable &variable : module.globals())
    if (isAddressTable(variable) && canRetype(variable))
      all.insert(&variable);
  MapVector<Function *, Variables> usedBy;
  for (GlobalVariable *table : all)
    for (Function *function : functionsThatUse(*table))
      usedBy[function].insert(table);
  for (auto &[function, used] : usedBy) {
    addNamed(used, all);
    copyTables(*function, used);
  }
  // What only the initial values of tables name goes with them.
  for (bool isErased = true; isErased;) {
    isErased = false;
    for (GlobalVariable *table : all.takeVector()) {
      table->removeDeadConstantUsers();
      if (table->use_empty()) {
        table->eraseFromParent();
        isErased = true;
      } else {
        all.insert(table);
      }
    }
  }
}

} // namespace ursa::compiler::spirv
