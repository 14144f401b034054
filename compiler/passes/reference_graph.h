// Finds the functions of a module that reach a function or a variable: by calls, by addresses in
// code, initializers and aliases, and by indirect calls. An indirect call may reach every function
// of the call's type that has the attribute "referenced-indirectly".
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class FunctionType;
class GlobalValue;
class Module;
} // namespace llvm

namespace ursa::compiler::passes {

/// The attribute of functions that are called indirectly.
inline constexpr llvm::StringLiteral kReferencedIndirectly = "referenced-indirectly";

/// The references of a module. The module must outlive the graph and must not change.
class ReferenceGraph {
public:
  using Functions = llvm::SmallVector<const llvm::Function *, 4>;

  explicit ReferenceGraph(const llvm::Module &module);

  /// Returns the functions that indirect calls in @p caller may reach.
  llvm::SetVector<const llvm::Function *> indirectCallees(const llvm::Function &caller) const;

  /// Returns the functions among @p values, and all functions that reach one of @p values.
  llvm::SetVector<const llvm::Function *>
  functionsThatReach(llvm::ArrayRef<const llvm::GlobalValue *> values) const;

private:
  llvm::DenseMap<const llvm::FunctionType *, Functions>
      callees_; ///< indirectly called functions by type
  llvm::DenseMap<const llvm::FunctionType *, Functions>
      callers_; ///< functions with indirect calls, by the type of the call
};

/// Returns whether @p global only keeps other globals alive, as llvm.used does.
bool isKeepAliveList(const llvm::GlobalValue &global);

} // namespace ursa::compiler::passes
