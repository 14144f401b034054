// Recognizes the specialization constant markup: calls of functions that are declared but never
// defined, and whose names begin as the templates of the SYCL headers mangle.
//
//   call i32 @_Z37__sycl_getScalar2020SpecConstantValue...(ptr id, ptr default, ptr buffer)
//   call void @_Z40__sycl_getComposite2020SpecConstantValue...(ptr sret(T) out, ptr id,
//                                                              ptr default, ptr buffer)
//
// and the older form without default and buffer; and private allocations whose length is a
// constant:
//
//   call ptr @llvm.sycl.alloca...(ptr id, ptr default, ptr buffer, T zeroinitializer, i64 align)
//
// Operands reach a call directly, through casts and constant offsets, or, at -O0, through a stack
// slot with a single store.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class AllocaInst;
class CallInst;
class Constant;
class Function;
class GlobalVariable;
class Module;
class Type;
class Value;
} // namespace llvm

namespace ursa::compiler::passes {

/// The function whose calls represent the kernel's specialization buffer until the
/// specialization-buffer pass gives kernels the argument.
inline constexpr llvm::StringLiteral kBufferFunction = "__ursa_specialization_buffer";

/// One call of the markup.
struct MarkupCall {
  llvm::CallInst *call;
  llvm::Type *type;    ///< type of the constant
  llvm::Value *result; ///< memory that receives the value; null if it is returned by value
  std::string id;      ///< symbolic id
  const llvm::Constant *defaultValue; ///< object that holds the default; null: zero
  std::uint64_t defaultOffset;        ///< byte offset of the default in that object
  llvm::Value *buffer;                ///< the caller's buffer pointer; null: the implicit buffer
  llvm::Type *element;                ///< element type of an allocation; null for reads
  llvm::MaybeAlign elementAlign;      ///< allocations only
  llvm::SmallVector<llvm::AllocaInst *, 2> slots; ///< stack slots that hold operands
  /// The global variables of the id and the default.
  llvm::SmallVector<llvm::GlobalVariable *, 2> variables;
};

/// Returns all markup calls of @p module in the order of its functions and instructions. If a call
/// is malformed, the error names the constant or the function.
llvm::Expected<std::vector<MarkupCall>> findMarkupCalls(llvm::Module &module);

/// Erases stack slots that are never loaded, with their stores.
void eraseDeadSlots(llvm::ArrayRef<llvm::AllocaInst *> slots);

/// Erases the @p variables that are unused and that no other module can refer to.
void eraseDeadVariables(llvm::ArrayRef<llvm::GlobalVariable *> variables);

/// Erases unused markup declarations.
void eraseMarkupDeclarations(llvm::Module &module);

} // namespace ursa::compiler::passes
