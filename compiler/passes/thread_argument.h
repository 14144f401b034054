// Gives functions an argument that a call of some function stood for, through the call graph: what
// the specialization buffer and the implicit offset of NVPTX kernels both need.
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

/// All functions that reach @p source by direct calls, without itself. Fails with a sentence when
/// one has its address taken: "Function 'f' @p whatItDoes and has its address taken; ...".
llvm::Expected<llvm::SetVector<llvm::Function *>> functionsThatReach(llvm::Function &source,
                                                                     llvm::StringRef whatItDoes);

/// A function with the body, name and attributes of @p function and one more parameter behind the
/// others. @p function has no body then, and keeps its uses until the caller has replaced them.
llvm::Function *appendParameter(llvm::Function &function, llvm::Type *type, llvm::StringRef name,
                                const llvm::AttrBuilder &attributes);

/// Replaces @p call by one of @p callee with @p argument behind the others.
void appendArgument(llvm::CallInst &call, llvm::Function &callee, llvm::Value *argument);

} // namespace ursa
