// Which pointers to local and private memory may point into one variable of SPIR-V. Vulkan's
// logical addressing has no pointers to choose between variables, so that objects that one pointer
// may point to become parts of one variable, and pointers to them offsets in it.
//
// Pointers that meet in a getelementptr, phi, select or comparison are of one class; those that
// become integers, generic pointers or values in memory are of one class for each address space,
// the escaping one. A class with objects is an array of elements, whose type is that of all
// accesses when they agree, else the narrowest integer that they and their alignments have in
// common.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/Alignment.h"

#include <memory>
#include <vector>

namespace ursa::vulkan {

struct PointerClass {
  llvm::SmallVector<llvm::Value *, 2> objects; ///< allocas, or variables in local memory
  unsigned space = 0;
  bool hasNull = false;  ///< offset 0 must be no object
  bool isAtomic = false; ///< there are atomic accesses
  llvm::Type *element = nullptr;
  llvm::GlobalVariable *variable = nullptr;          ///< when it is lowered
  llvm::DenseMap<llvm::Value *, llvm::Value *> base; ///< object to its offset
};

class PointerClasses {
public:
  explicit PointerClasses(llvm::Function &function);

  /// The class of a pointer to local or private memory that has objects; else null.
  PointerClass *of(llvm::Value *pointer);
  /// All that have objects.
  std::vector<PointerClass *> classes();

private:
  struct Uses;
  unsigned node(llvm::Value *pointer);
  unsigned find(unsigned node);
  void join(llvm::Value *a, llvm::Value *b);
  void escape(llvm::Value *pointer);
  void noteNull(llvm::Value *pointer);
  void collect(llvm::Instruction &instruction);
  void collectObjects();
  void chooseElements();

  llvm::Function &function_;
  std::vector<unsigned> parent_;
  llvm::DenseMap<llvm::Value *, unsigned> nodes_;
  llvm::DenseMap<unsigned, std::unique_ptr<PointerClass>> classes_; ///< by their root
  std::vector<unsigned> withNull_;
};

/// True of pointers to local and private memory, which become offsets.
bool isOffset(const llvm::Value *pointer);

} // namespace ursa::vulkan
