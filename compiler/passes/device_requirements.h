// What functions need of a device: optional features, which SYCL calls aspects, a work-group size
// and a sub-group size. Metadata of SYCL front ends tells, and types, instructions and calls of
// built-in functions show, so that code from OpenCL C has requirements too.
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
class Module;
} // namespace llvm

namespace ursa {

class ReferenceGraph;

/// Numbers of aspects, as SYCL defines them. Negative ones are private to compilers: they part
/// images and are not written into properties.
using AspectSet = std::set<std::int64_t>;

inline constexpr std::int64_t kAspectHalf = 5, kAspectDouble = 6, kAspectImage = 9,
                              kAspectAtomic64 = 28;

/// The aspects that @p function itself uses, without those of functions that it calls.
llvm::Expected<AspectSet> aspectsOf(const llvm::Function &function);

/// The aspects that functions of a module use, with all that they reach.
class AspectUsage {
public:
  AspectUsage(const llvm::Module &module, const ReferenceGraph &references);

  const AspectSet &of(const llvm::Function &function) const;

private:
  llvm::DenseMap<const llvm::Function *, AspectSet> aspects_;
};

/// Turns the attributes of sizes into the metadata that this header and code generators read, where
/// a function has no such metadata. Fails with a sentence when an attribute is malformed.
llvm::Error lowerSizeAttributes(llvm::Module &module);

/// What images are split by beside sources: a text that is the same for functions that may be in
/// one image. Sizes count unless @p onlyAspects names the aspects that do.
std::string requirementsKey(const llvm::Function &function, const AspectSet &aspects,
                            const std::optional<AspectSet> &onlyAspects);

} // namespace ursa
