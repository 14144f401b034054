// Replaces calls of a function by a parameter that is threaded through the call graph. The
// specialization buffer, device globals, scratch memory and the implicit offset of NVPTX kernels
// use this.
//
//   before:  define void @helper() { %v = call ptr @source() ... }
//            define void @caller() { call void @helper() }
//   after:   define void @helper(ptr %v) { ... }
//            define void @caller(ptr %v) { call void @helper(ptr %v) }
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Attributes.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class CallInst;
class Function;
class Type;
class Value;
} // namespace llvm

namespace ursa::compiler::passes {

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

/// A parameter for the result of a function, a pointer to global or local memory.
struct ThreadedParameter {
  llvm::StringRef name;
  llvm::StringRef qualifier; ///< of what it points to, as in kernel_arg_type_qual
  llvm::AttrBuilder attributes;
};

/// Replaces calls of @p source, whose result is such a pointer, by a parameter of each
/// function that needs the result, also for its callees; it is the last one. Erases @p source.
/// @p addToKernel is called with each kernel that has the parameter.
///
/// Functions that other images call cannot have it, because these declare them without. Those that
/// need it become internal, and their names are returned. Fails if a function that needs it has its
/// address taken: "Function 'f' @p predicate and has its address taken; ...".
llvm::Expected<std::vector<std::string>>
threadResult(llvm::Function &source, llvm::StringRef predicate, const ThreadedParameter &parameter,
             llvm::function_ref<void(llvm::Function &kernel)> addToKernel);

} // namespace ursa::compiler::passes
