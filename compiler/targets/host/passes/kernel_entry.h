// Shared by both lowerings of a work-group: the outlined work-item function, and the prologue of
// the entry function, which runs a range of work-groups.
//
//   define void @k(ptr %out, i32 %n) "ursa-kernel"      ; calls get_global_id, ...
// becomes
//   define void @ursa.item.k(ptr %out, i32 %n, <where the work-item is>)
// and an entry
//   define void @ursa.entry.k(<parameters of KernelEntry>)
// which loads the arguments from the argument block and calls the item function for each work-item.
#pragma once

#include "compiler/targets/host/passes/work_item_functions.h"
#include "format/host/kernel_info.h"
#include "support/result.h"

#include "llvm/IR/IRBuilder.h"

#include <functional>
#include <vector>

namespace ursa::compiler::host {

/// Returns the functions that are marked as kernels, in module order.
std::vector<llvm::Function *> kernelsOf(llvm::Module &module);

/// Returns whether a variable of the module exists once, for all kernels of a program. Local
/// variables are memory of a work-group, and lists such as llvm.used are no variables.
bool isSharedVariable(const llvm::GlobalVariable &variable);

/// A kernel during lowering: its description and the outlined function of one work-item.
struct Kernel {
  format::host::KernelInfo info;
  llvm::Function *item = nullptr;
  llvm::Function *pack =
      nullptr;            ///< runs several work-items, see vectorize.h; null if it stays scalar
  unsigned packWidth = 1; ///< work-items of a pack
  llvm::Function *interiorPack = nullptr;  ///< runs full packs far from borders; may be null
  llvm::Function *isInterior = nullptr;    ///< returns whether a full pack is one; see interior.h
  llvm::Function *rowsPack = nullptr;      ///< runs full packs of several rows; may be null
  llvm::Function *isInteriorRow = nullptr; ///< must hold for each row of rowsPack; may be null
  unsigned rows = 1;                       ///< of rowsPack
  bool walksColumns = false; ///< work-items above each other access neighbours, those beside each
                             ///< other do not; see column_accesses.h
  llvm::Function *groupPack =
      nullptr;                 ///< runs a group that is one pack, without barriers; may be null
  unsigned groupPackWidth = 1; ///< the most work-items of such a group
  bool hasSubGroupOperations = false; ///< then a pack is a whole sub-group
  uint64_t exchangeBytes = 0; ///< of the memory of a sub-group in which they exchange values
  unsigned ownArguments = 0;  ///< number of kernel parameters, which precede the ItemParameters
};

/// Parameters of the item function after the kernel's own, in order.
enum ItemParameter : unsigned {
  kSizes,
  kLocalMemory,
  kGlobalId,
  kLocalId = kGlobalId + 3,
  kGroupId = kLocalId + 3,
  kGroupSize = kGroupId + 3,
  kItemParameters = kGroupSize + 3
};

/// Parameters that follow if the kernel has operations of sub-groups.
enum SubGroupParameter : unsigned {
  kSubGroupLane = kItemParameters,
  kSubGroupItems,
  kSubGroupId,
  kSubGroupParametersEnd
};

/// Packs run work-items whose ids are below this limit.
inline constexpr uint64_t kMaxPackId = uint64_t{1} << 31;

/// Outlines a kernel into its work-item function. In it, only barriers, operations of sub-groups
/// and parameters depend on the work-item. Erases the kernel function.
/// @param subGroupSize of kernels that require none
Result<Kernel> outlineWorkItem(llvm::Function &function, uint32_t subGroupSize);

/// Values of an entry function during its creation.
struct Entry {
  llvm::Function *function = nullptr;
  std::vector<llvm::Value *> arguments; ///< arguments of the kernel
  llvm::Value *sizes = nullptr;
  llvm::Value *localMemory = nullptr;
  llvm::Value *itemMemory = nullptr;
  llvm::Value *groupXBegin = nullptr;
  llvm::Value *groupXEnd = nullptr;
  llvm::Value *localSizeX = nullptr;
  llvm::Value *globalSizeX = nullptr;
  llvm::Value *globalOffsetX = nullptr;
  llvm::Value *groupId[3] = {};   ///< x is set by enterGroup
  llvm::Value *groupSize[3] = {}; ///< x is set by enterGroup
  llvm::Value *groupBase[3] = {}; ///< global id of the group's first item; x is set by enterGroup
};

/// Creates the entry function and the values that are the same for all of its groups.
Entry beginEntry(const Kernel &kernel, llvm::IRBuilder<> &builder,
                 const char *prefix = "ursa.entry.");

/// Emits a branch that runs launches whose ids, or sub-groups, do not fit packs in a function of
/// its own, for which @p body emits the groups of a row. No time is spent on optimizing it, unless
/// it has sub-groups. The builder continues with the other launches.
void emitLargeLaunches(const Kernel &kernel, const Entry &entry, llvm::IRBuilder<> &builder,
                       const std::function<void(Entry &entry, llvm::IRBuilder<> &builder)> &body);

/// Sets the values that depend on the group's x.
void enterGroup(Entry &entry, llvm::IRBuilder<> &builder, llvm::Value *groupX);

/// Returns the item function's arguments for a local id in the group of the last enterGroup().
std::vector<llvm::Value *> itemArguments(const Entry &entry, llvm::IRBuilder<> &builder,
                                         llvm::Value *const (&localId)[3]);

/// Emits `for (i = begin; i < end; i += step) body(i)` where begin < end, and sets the insertion
/// point after the loop. Returns the latch branch.
llvm::BranchInst *emitLoop(llvm::IRBuilder<> &builder, llvm::Value *begin, llvm::Value *end,
                           const char *name, const std::function<void(llvm::Value *)> &body,
                           uint64_t step = 1);

/// Emits the packs of a row of @p size work-items: body(x, lanes), where lanes is the constant
/// width except for the last pack.
void emitPacks(llvm::IRBuilder<> &builder, const Kernel &kernel, llvm::Value *size,
               const std::function<void(llvm::Value *x, llvm::Value *lanes)> &body);

/// The same, with code of its own for a row that is one pack if @p isRowKnown: x is 0 there, so
/// that masks become constants.
void emitRow(llvm::IRBuilder<> &builder, const Kernel &kernel, llvm::Value *size, bool isRowKnown,
             const std::function<void(llvm::Value *x, llvm::Value *lanes)> &emitPack);

/// Returns whether each group of the launch is a row of at most @p width work-items.
llvm::Value *isOnePack(const Entry &entry, llvm::IRBuilder<> &builder, unsigned width);

/// Returns whether all ids of the launch are below kMaxPackId.
llvm::Value *idsFitPacks(const Entry &entry, llvm::IRBuilder<> &builder);

/// Returns whether each sub-group of the launch is @p size work-items in a row.
llvm::Value *subGroupsFitPacks(const Entry &entry, llvm::IRBuilder<> &builder, unsigned size);

} // namespace ursa::compiler::host
