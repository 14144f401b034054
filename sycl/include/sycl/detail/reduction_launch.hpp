// Declarations for reductions that handler and queue use; reduction.hpp has the definitions.
#pragma once

#include <sycl/detail/launch.hpp>

#include <memory>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

class handler;

namespace detail {

/// Whether T is what sycl::reduction returns.
template <class T> struct IsReduction : std::false_type {};

/// Enables a function whose arguments are reductions and, at last, a kernel function.
template <class First, class... Rest>
using EnableReductions = std::enable_if_t<IsReduction<First>::value && (sizeof...(Rest) > 0)>;

/// One of the two kernels of a reduction.
struct ReductionStep {
  const KernelDescription *kernel;
  std::shared_ptr<const void> object;
  LaunchShape shape;
};

/// How work-groups share a range: its rows are cut into parts of @p part elements, and each group
/// takes the next ones. @p part 0: each work-item of the launch takes one element, then every n-th.
struct RangeParts {
  size_t part = 0;
  size_t perRow = 1;
  size_t perGroup = 1;
};
/// The work-groups for a reduction over a range.
struct RangeGroups {
  size_t groups = 1;
  size_t size = 1;       ///< work-items of each
  size_t finishSize = 1; ///< of the one that combines the sums of all groups
  RangeParts parts;
};

struct URSA_SYCL_LOCAL ReductionLaunch;
class TakenBlock; // memory that a command group uses

/// @{ Enqueues the kernels; @p arguments are reductions and a kernel function.
template <class Name, int Dimensions, class... Arguments>
URSA_SYCL_LOCAL void reduce(handler &group, const range<Dimensions> &extent,
                            const Arguments &...arguments);
template <class Name, int Dimensions, class... Arguments>
URSA_SYCL_LOCAL void reduce(handler &group, const nd_range<Dimensions> &space,
                            const Arguments &...arguments);
/// @}

/// The same with properties of the launch, which over a range are hints.
template <class Name, int Dimensions, class Properties, class... Arguments>
URSA_SYCL_LOCAL void reduceWith(handler &group, const range<Dimensions> &extent,
                                const Properties &properties, const Arguments &...arguments);
template <class Name, int Dimensions, class Properties, class... Arguments>
URSA_SYCL_LOCAL void reduceWith(handler &group, const nd_range<Dimensions> &space,
                                const Properties &properties, const Arguments &...arguments);

/// The command group function of a shortcut with reductions.
template <class Name, class Space, class... Arguments> class URSA_SYCL_LOCAL SubmitReduction;

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
