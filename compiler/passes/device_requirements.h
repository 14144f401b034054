// Device requirements of functions: optional features (SYCL aspects), a work-group size and a
// sub-group size. They come from the metadata of SYCL front ends and from types, instructions and
// built-in calls, so that OpenCL C code has requirements too. Copies of specialization constants
// (number_copies.h) do not count.
//
//   !sycl_used_aspects, !sycl_declared_aspects   numbers of aspects, or pairs of name and number
//   !reqd_work_group_size                        one to three sizes, the first of dimension 0
//   "sycl-work-group-size"="Z,Y,X"               the same, with dimension 0 last
//   !intel_reqd_sub_group_size                   a size
//   "sycl-sub-group-size"="N"                    the same
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace ursa::compiler::passes {

class ReferenceGraph;

/// Numbers of aspects, as SYCL defines them. Negative numbers are private to compilers: they affect
/// how images are split and are not written into properties.
using AspectSet = std::set<std::int64_t>;

inline constexpr std::int64_t kAspectHalf = 5, kAspectDouble = 6, kAspectImage = 9,
                              kAspectAtomic64 = 28;

/// Returns the aspects that @p function uses, excluding those of its callees.
llvm::Expected<AspectSet> aspectsOf(const llvm::Function &function);
/// Returns the aspects that an instruction uses.
AspectSet aspectsOf(const llvm::Instruction &instruction);

/// The aspects that functions of a module use, including those of everything they reach.
class AspectUsage {
public:
  AspectUsage(const llvm::Module &module, const ReferenceGraph &references);

  const AspectSet &reachableAspects(const llvm::Function &function) const;

private:
  llvm::DenseMap<const llvm::Function *, AspectSet> aspects_;
};

/// Converts size attributes to the metadata that this component and code generators read, where a
/// function has no such metadata. Fails if an attribute is malformed.
llvm::Error lowerSizeAttributes(llvm::Module &module);

/// Returns a key that is equal for functions of one source that may share an image. The key
/// includes required sizes of sub-groups, and those of work-groups unless @p onlyAspects restricts
/// the aspects to those given there.
std::string requirementsKey(const llvm::Function &function, const AspectSet &aspects,
                            const std::optional<AspectSet> &onlyAspects);

} // namespace ursa::compiler::passes
