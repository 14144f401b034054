// What both ways of forming a work-group share: the work-item function, and the beginning of the
// entry function that runs a range of work-groups.
//
//   define void @k(ptr %out, i32 %n) "ursa-kernel"      ; calls get_global_id, ...
// becomes
//   define void @ursa.item.k(ptr %out, i32 %n, <where the work-item is>)
// and an entry
//   define void @ursa.entry.k(<parameters of KernelEntry>)
// which loads the arguments from the argument block and runs the item for each work-item.
#pragma once

#include "compiler/targets/host/passes/work_item_functions.h"
#include "compiler/targets/host/runtime/kernel_info.h"

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <vector>

namespace ursa::jit {

/// The functions that are marked as kernels, in the module's order.
std::vector<llvm::Function *> kernelsOf(llvm::Module &module);

/// A kernel on its way: its description and the function that runs one work-item.
struct Kernel {
  KernelInfo info;
  llvm::Function *item = nullptr;
  unsigned ownArguments = 0; ///< parameters of the item before those that tell where it is
};

/// The item's parameters after the kernel's own, in order.
enum ItemParameter : unsigned {
  kSizes,
  kLocalMemory,
  kGlobalId,
  kLocalId = kGlobalId + 3,
  kGroupId = kLocalId + 3,
  kGroupSize = kGroupId + 3,
  kItemParameters = kGroupSize + 3
};

/// Turns a kernel function into its work-item function, in which nothing but barriers depends on
/// the work-item any more, except through parameters. The kernel function is erased.
Result<Kernel> makeItem(llvm::Function &function);

/// Values of an entry function while it is built.
struct Entry {
  llvm::Function *function = nullptr;
  std::vector<llvm::Value *> arguments; ///< of the kernel
  llvm::Value *sizes = nullptr;
  llvm::Value *localMemory = nullptr;
  llvm::Value *itemMemory = nullptr;
  llvm::Value *groupXBegin = nullptr;
  llvm::Value *groupXEnd = nullptr;
  llvm::Value *localSizeX = nullptr;
  llvm::Value *globalSizeX = nullptr;
  llvm::Value *globalOffsetX = nullptr;
  llvm::Value *groupId[3] = {};   ///< x is set by enterGroup
  llvm::Value *groupSize[3] = {}; ///< likewise
  llvm::Value *groupBase[3] = {}; ///< global id of the group's first item; likewise
};

/// Creates the entry function with everything that is the same for all of its groups.
Entry beginEntry(const Kernel &kernel, llvm::IRBuilder<> &builder);

/// Sets what depends on the group's x.
void enterGroup(Entry &entry, llvm::IRBuilder<> &builder, llvm::Value *groupX);

/// The item's arguments for the work-item with that local id in the group entered last.
std::vector<llvm::Value *> itemArguments(const Entry &entry, llvm::IRBuilder<> &builder,
                                         llvm::Value *const (&localId)[3]);

/// Emits `for (i = begin; i < end; ++i) body(i)` where begin < end; the builder goes on behind it.
/// Returns the branch that closes the loop.
llvm::BranchInst *emitLoop(llvm::IRBuilder<> &builder, llvm::Value *begin, llvm::Value *end,
                           const char *name, const std::function<void(llvm::Value *)> &body);

} // namespace ursa::jit
