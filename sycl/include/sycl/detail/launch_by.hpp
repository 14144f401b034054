// A launch by a handler or by a queue, of a kernel function or of a kernel of the backend: what
// functions that enqueue kernels share.
#pragma once

#include <sycl/kernel.hpp>
#include <sycl/queue.hpp>

#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl::detail {

/// @{ Runs a kernel once.
/// @param arguments are those of a kernel of the backend
template <class Name, class Function, class... Arguments>
URSA_SYCL_LOCAL void launchOnceBy(handler &group, const Function &function,
                                  Arguments &&...arguments) {
  if constexpr (std::is_same_v<Function, kernel>) {
    group.set_args(std::forward<Arguments>(arguments)...);
    group.single_task(function);
  } else {
    static_assert(sizeof...(Arguments) == 0, "Only kernels of a bundle take arguments.");
    group.single_task<Name>(function);
  }
}
template <class Name, class Function, class... Arguments>
URSA_SYCL_LOCAL void launchOnceBy(queue &to, const Function &function, Arguments &&...arguments) {
  if constexpr (std::is_same_v<Function, kernel>) {
    to.submit([&](handler &group) {
      launchOnceBy<Name>(group, function, std::forward<Arguments>(arguments)...);
    });
  } else {
    static_assert(sizeof...(Arguments) == 0, "Only kernels of a bundle take arguments.");
    to.single_task<Name>(function);
  }
}
/// @}

/// @{ Runs a kernel over a range or an nd_range.
/// @param more are reductions, or the arguments of a kernel of the backend
template <class Name, class Space, class Properties, class Function, class... More>
URSA_SYCL_LOCAL void launchBy(handler &group, const Space &space, const Properties &properties,
                              const Function &function, More &&...more) {
  if constexpr (std::is_same_v<Function, kernel>) {
    group.set_args(std::forward<More>(more)...);
    group.parallel_for(space, properties, function);
  } else {
    group.parallel_for<Name>(space, properties, more..., function);
  }
}
template <class Name, class Space, class Properties, class Function, class... More>
URSA_SYCL_LOCAL void launchBy(queue &to, const Space &space, const Properties &properties,
                              const Function &function, More &&...more) {
  if constexpr (std::is_same_v<Function, kernel>)
    to.submit([&](handler &group) {
      launchBy<Name>(group, space, properties, function, std::forward<More>(more)...);
    });
  else
    to.parallel_for<Name>(space, properties, more..., function);
}
/// @}

} // namespace sycl::detail
} // namespace ursa_sycl
