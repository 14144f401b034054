// Recognizes the specialization constant markup: calls of functions that are declared and never
// defined, whose names begin as the headers' templates mangle.
//
//   call i32 @_Z37__sycl_getScalar2020SpecConstantValue...(ptr id, ptr default, ptr buffer)
//   call void @_Z40__sycl_getComposite2020SpecConstantValue...(ptr sret(T) out, ptr id, ptr
//   default,
//                                                              ptr buffer)
//
// and the older form without default and buffer; and allocations of private memory whose length is
// a constant:
//
//   call ptr @llvm.sycl.alloca...(ptr id, ptr default, ptr buffer, T zeroinitializer, i64 align)
//
// Operands reach a call directly, through casts and
// constant offsets, or, at -O0, through a stack slot that is stored once.
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

namespace ursa {

/// The function whose calls stand for the kernel's specialization buffer, until the
/// specialization-buffer pass gives kernels the argument.
inline constexpr llvm::StringLiteral kBufferFunction = "__ursa_specialization_buffer";

/// One call of the markup.
struct MarkupCall {
  llvm::CallInst *call;
  llvm::Type *type;    ///< type of the constant
  llvm::Value *result; ///< memory that receives it, or null when it is returned by value
  std::string id;      ///< symbolic id
  const llvm::Constant *defaultValue; ///< object that begins with the default; null: zero
  std::uint64_t defaultOffset;        ///< where in that object the default begins
  llvm::Value *buffer;           ///< the caller's buffer pointer; null: the implicit one is meant
  llvm::Type *element;           ///< of an allocation, whose length is the constant; null for reads
  llvm::MaybeAlign elementAlign; ///< of an allocation
  llvm::SmallVector<llvm::AllocaInst *, 2> slots; ///< stack slots that operands came through
  /// The variables of id and default.
  llvm::SmallVector<llvm::GlobalVariable *, 2> variables;
};

/// All markup calls of @p module in the order of its functions and instructions. Fails with a
/// sentence that names the constant or the function when a call is malformed.
llvm::Expected<std::vector<MarkupCall>> findMarkupCalls(llvm::Module &module);

/// Erases stack slots that are only stored to, with their stores.
void eraseDeadSlots(llvm::ArrayRef<llvm::AllocaInst *> slots);

/// Erases those of @p variables that nothing uses and no other module may ask for.
void eraseDeadVariables(llvm::ArrayRef<llvm::GlobalVariable *> variables);

/// Erases markup declarations that nothing uses any more.
void eraseMarkupDeclarations(llvm::Module &module);

} // namespace ursa
