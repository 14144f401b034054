// Replaces calls of a function by a parameter that is threaded through the call graph. The
// specialization buffer and the implicit offset of NVPTX kernels both use this.
//
//   before:  define void @helper() { %v = call ptr @source() ... }
//            define void @caller() { call void @helper() }
//   after:   define void @helper(ptr %v) { ... }
//            define void @caller(ptr %v) { call void @helper(ptr %v) }
#pragma once

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Attributes.h"
#include "llvm/Support/Error.h"

namespace llvm {
class CallInst;
class Function;
class Type;
class Value;
} // namespace llvm

namespace ursa {

/// Returns all functions that reach @p source by direct calls, without @p source. Fails if one has
/// its address taken: "Function 'f' @p predicate and has its address taken; ...".
llvm::Expected<llvm::SetVector<llvm::Function *>> functionsThatReach(llvm::Function &source,
                                                                     llvm::StringRef predicate);

/// Returns a function with the body, name and attributes of @p function and one more parameter at
/// the end. @p function has no body afterwards, and keeps its uses until the caller replaces them.
llvm::Function *appendParameter(llvm::Function &function, llvm::Type *type, llvm::StringRef name,
                                const llvm::AttrBuilder &attributes);

/// Replaces @p call by a call of @p callee with @p argument as last argument.
void appendArgument(llvm::CallInst &call, llvm::Function &callee, llvm::Value *argument);

} // namespace ursa
