// Lowers the specialization constant markup (markup.h). In native mode, it becomes calls that a
// device compiler replaces by values, one for each scalar:
//
//   before:  %x = call i32 @_Z37__sycl_getScalar2020SpecConstantValue..(ptr @id, ptr @def, ..)
//   after:   %x = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 42)
//
//   before:  call void @_Z40__sycl_getComposite2020SpecConstantValue..(ptr sret(%A) %p, ...)
//   after:   %0 = call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 7)
//            store i32 %0, ptr %p
//            %1 = call float @_Z20__spirv_SpecConstantif(i32 2, float 1.0)
//            store float %1, ptr getelementptr (%p, 4)
//
// In emulation mode, it becomes reads of the buffer that holds all constants in sequence:
//
//   after:   %x = load i32, ptr addrspace(1) %buf
//            call void @llvm.memcpy(ptr %p, ptr addrspace(1) getelementptr (%buf, 4), i64 8, ..)
//
// In default values mode, constants are folded to their defaults, for an image that is used while
// no value is set:
//
//   after:   %x is 42
//            store i32 7, ptr %p
//            store float 1.0, ptr getelementptr (%p, 4)
//
// An allocation whose length is a constant becomes an alloca of that length. Targets without arrays
// of variable length refuse it.
//
//   before:  %p = call ptr @llvm.sycl.alloca.p0..(ptr @id, ptr @def, ptr %buf, float 0.0, i64 4)
//   after:   %n = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 8)
//            %p = alloca float, i32 %n, align 4
//
// The buffer is the third operand of the call, else __ursa_specialization_buffer() (markup.h).
//
// Numeric ids ascend in the order of first use, one for each scalar (native) or constant
// (emulation). Both modes record the constants for the run time as named metadata
// `sycl.specialization-constants`, a node !{!"id", i32 number, i32 offset, i32 size, ...} for each
// constant, and `sycl.specialization-constants-default-values`, a node with the bytes of each one.
#pragma once

#include "format/spec_constants.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ursa::compiler::passes {

/// One specialization constant of a module.
struct SpecConstant {
  std::string id;   ///< symbolic id
  std::string type; ///< as typeSpelling
  std::vector<format::LeafDescriptor> descriptors;
  std::vector<std::uint8_t> defaultValue; ///< its bytes, including padding up to the next constant
};

/// The specialization constants of a module, in the order of their numeric ids. Empty in default
/// values mode.
struct SpecConstantTable {
  std::vector<SpecConstant> constants;
  /// Maps each kernel to the symbolic ids that it or its callees read, in the order of numeric ids.
  std::map<std::string, std::vector<std::string>> reads;
  bool defaultsFolded = false; ///< the module had constants, folded to their defaults
};

/// Lowers all markup of @p module. Errors name the constant and, with debug information, its source
/// location.
llvm::Expected<SpecConstantTable> lowerSpecConstants(llvm::Module &module,
                                                     format::ConstantMode mode);

/// The pass `ursa-spec-constants<native>`, `<emulation>`, `<default-values>`.
class SpecConstantsPass : public llvm::PassInfoMixin<SpecConstantsPass> {
public:
  explicit SpecConstantsPass(format::ConstantMode mode) : mode_(mode) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  format::ConstantMode mode_;
};

} // namespace ursa::compiler::passes
