// Scalar arguments of a kernel that shape its code: as constants, they would let the compiler
// unroll a loop, leave a branch out, or replace a division. The adapter compiles a kernel again
// with those that keep their values (adapters/common/argument_watch.h).
//
//   void @k(ptr %in, i32 %radius, i32 %width)   ; %radius decides how long a loop is, which is
//                                               ; unrolled; %width is a stride, and does not pay
#pragma once

#include "format/host/kernel_info.h"
#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace llvm {
class Function;
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

/// The largest argument that can be a constant, in bytes: two ids of SYCL.
inline constexpr uint64_t kMostShapingBytes = 32;

/// Returns the arguments, scalars and vectors of at most kMostShapingBytes, that
///
/// - decide alone, or with each other, how often a loop runs, which branch is taken, or which
///   value is selected;
/// - divide integers.
///
/// Branches around loops that would have no rounds do not count. Strides are not among them: a
/// convolution of SYCL whose radius and width are constants takes 1.7 to 1.9 times as long as one
/// whose radius is, because rows no longer share their loads. Returns none if the kernel uses
/// variables of the program, of which other code has others, or functions that LLVM computes
/// otherwise than the device.
/// @param item the work-item function after simplification
/// @param ownArguments number of the kernel's arguments, which come first
std::vector<format::host::ShapingArgument> shapingArguments(llvm::Function &item,
                                                            unsigned ownArguments);

/// Values of arguments by their numbers, as bytes in memory.
using ArgumentValues = std::map<uint32_t, std::vector<std::byte>>;

/// Replaces arguments of all kernels of a module by constants. They stay parameters, so that
/// launches pass the same arguments. Results do not depend on it: what LLVM would compute otherwise
/// than the machine is left to the machine. Call before the module is compiled.
/// Errors: UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE for an argument that does not exist, has another
/// size or is no scalar or vector.
Result<void> setArguments(llvm::Module &module, const llvm::TargetMachine &machine,
                          const ArgumentValues &values);

} // namespace ursa::compiler::host
