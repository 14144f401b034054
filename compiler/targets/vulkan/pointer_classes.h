// Groups pointers to local and private memory into classes that may point to the same objects, as
// in Steensgaard's points-to analysis. Vulkan's logical addressing has no pointers that select
// between variables, so the objects of a class become parts of one SPIR-V variable, and its
// pointers become offsets into that variable.
//
// Pointers that meet in a getelementptr, phi, select or comparison are in one class. Pointers that
// are converted to integers or generic pointers, or stored to memory, escape; there is one class of
// them for each address space. The variable of a class is an array. Its element type is the type of
// all accesses if they agree, or else the widest integer that every access and its alignment is a
// multiple of.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/Alignment.h"

#include <memory>
#include <vector>

namespace ursa::compiler::vulkan {

struct PointerClass {
  llvm::SmallVector<llvm::Value *, 2> objects; ///< allocas, or variables in local memory
  unsigned space = 0;
  bool hasNull = false;  ///< may be null, so that no object is at offset 0
  bool isAtomic = false; ///< whether it is accessed atomically
  llvm::Type *element = nullptr;
  llvm::GlobalVariable *variable = nullptr;          ///< set by the pass that lowers the class
  llvm::DenseMap<llvm::Value *, llvm::Value *> base; ///< offsets of objects
};

class PointerClasses {
public:
  explicit PointerClasses(llvm::Function &function);

  /// Returns the class of a pointer to local or private memory; null if the class has no objects.
  PointerClass *classOf(llvm::Value *pointer);
  /// Returns the classes that have objects.
  std::vector<PointerClass *> classes();

private:
  struct AccessSummary;
  unsigned nodeOf(llvm::Value *pointer);
  unsigned find(unsigned node);
  void unite(llvm::Value *a, llvm::Value *b);
  void markEscaping(llvm::Value *pointer);
  void markNullable(llvm::Value *pointer);
  void collectConstraints(llvm::Instruction &instruction);
  void collectObjects();
  void chooseElementTypes();

  llvm::Function &function_;
  std::vector<unsigned> parent_; ///< of a union-find forest
  llvm::DenseMap<llvm::Value *, unsigned> nodes_;
  llvm::DenseMap<unsigned, std::unique_ptr<PointerClass>> classes_; ///< by the root of their nodes
  std::vector<unsigned> nullableNodes_;
};

/// Returns whether @p pointer points to local or private memory, which Vulkan addresses logically;
/// such pointers are lowered to offsets.
bool isLogicalPointer(const llvm::Value *pointer);

} // namespace ursa::compiler::vulkan
