// Functions that enqueue commands by a queue or by the handler of a command group, without events
// (sycl_khr_free_function_commands).
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/launch_by.hpp>
#include <sycl/ext/oneapi/experimental/kernel_properties.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::khr {

/// Enqueues the command of a command group function.
template <typename CommandGroupFunc> void submit(queue to, CommandGroupFunc &&function) {
  to.submit(std::forward<CommandGroupFunc>(function));
}
/// The same, with an event of the command.
template <typename CommandGroupFunc> event submit_tracked(queue to, CommandGroupFunc &&function) {
  return to.submit(std::forward<CommandGroupFunc>(function));
}

// For queues, which are passed by value, and for handlers; a number or a list in braces may stand
// for a range.
#define URSA_SYCL_LAUNCHES(TO, DIMENSIONS)                                                         \
  template <typename KernelName = sycl::detail::Unnamed, typename KernelType, typename... Args>    \
  URSA_SYCL_LOCAL void launch(TO to, range<DIMENSIONS> extent, const KernelType &function,         \
                              Args &&...args) {                                                    \
    static_assert(sizeof...(Args) == 0 || std::is_same_v<KernelType, kernel>,                      \
                  "Only kernels of a bundle take arguments.");                                     \
    sycl::detail::launchBy<KernelName>(to, extent,                                                 \
                                       ext::oneapi::experimental::empty_properties_t(), function,  \
                                       std::forward<Args>(args)...);                               \
  }                                                                                                \
  template <typename KernelName = sycl::detail::Unnamed, typename KernelType,                      \
            typename... Reductions>                                                                \
  URSA_SYCL_LOCAL void launch_reduce(TO to, range<DIMENSIONS> extent, const KernelType &function,  \
                                     Reductions &&...reductions) {                                 \
    sycl::detail::launchBy<KernelName>(to, extent,                                                 \
                                       ext::oneapi::experimental::empty_properties_t(), function,  \
                                       std::forward<Reductions>(reductions)...);                   \
  }                                                                                                \
  template <typename KernelName = sycl::detail::Unnamed, typename KernelType, typename... Args>    \
  URSA_SYCL_LOCAL void launch_grouped(TO to, range<DIMENSIONS> extent, range<DIMENSIONS> size,     \
                                      const KernelType &function, Args &&...args) {                \
    static_assert(sizeof...(Args) == 0 || std::is_same_v<KernelType, kernel>,                      \
                  "Only kernels of a bundle take arguments.");                                     \
    sycl::detail::launchBy<KernelName>(to, nd_range<DIMENSIONS>(extent, size),                     \
                                       ext::oneapi::experimental::empty_properties_t(), function,  \
                                       std::forward<Args>(args)...);                               \
  }                                                                                                \
  template <typename KernelName = sycl::detail::Unnamed, typename KernelType,                      \
            typename... Reductions>                                                                \
  URSA_SYCL_LOCAL void launch_grouped_reduce(TO to, range<DIMENSIONS> extent,                      \
                                             range<DIMENSIONS> size, const KernelType &function,   \
                                             Reductions &&...reductions) {                         \
    sycl::detail::launchBy<KernelName>(to, nd_range<DIMENSIONS>(extent, size),                     \
                                       ext::oneapi::experimental::empty_properties_t(), function,  \
                                       std::forward<Reductions>(reductions)...);                   \
  }

// The functions of queues have the names of those of handlers; their events are dropped.
#define URSA_SYCL_COMMANDS(TO)                                                                     \
  URSA_SYCL_LAUNCHES(TO, 1)                                                                        \
  URSA_SYCL_LAUNCHES(TO, 2)                                                                        \
  URSA_SYCL_LAUNCHES(TO, 3)                                                                        \
  template <typename KernelName = sycl::detail::Unnamed, typename KernelType, typename... Args>    \
  URSA_SYCL_LOCAL void launch_task(TO to, const KernelType &function, Args &&...args) {            \
    sycl::detail::launchOnceBy<KernelName>(to, function, std::forward<Args>(args)...);             \
  }                                                                                                \
  inline void memcpy(TO to, void *destination, const void *source, std::size_t size) {             \
    to.memcpy(destination, source, size);                                                          \
  }                                                                                                \
  template <typename T> void copy(TO to, const T *source, T *destination, std::size_t count) {     \
    to.copy(source, destination, count);                                                           \
  }                                                                                                \
  template <typename Source, typename Destination>                                                 \
  void copy(TO to, Source &&source, Destination &&destination) {                                   \
    to.copy(std::forward<Source>(source), std::forward<Destination>(destination));                 \
  }                                                                                                \
  inline void memset(TO to, void *pointer, int value, std::size_t size) {                          \
    to.memset(pointer, value, size);                                                               \
  }                                                                                                \
  template <typename T>                                                                            \
  void fill(TO to, T *pointer, const sycl::detail::NotDeduced<T> &pattern, std::size_t count) {    \
    to.fill(pointer, pattern, count);                                                              \
  }                                                                                                \
  template <typename T, int Dimensions, access_mode Mode, target Target,                           \
            access::placeholder IsPlaceholder>                                                     \
  void fill(TO to, accessor<T, Dimensions, Mode, Target, IsPlaceholder> destination,               \
            const sycl::detail::NotDeduced<T> &pattern) {                                          \
    to.fill(destination, pattern);                                                                 \
  }                                                                                                \
  template <typename T, int Dimensions, access_mode Mode, target Target,                           \
            access::placeholder IsPlaceholder>                                                     \
  void update_host(TO to, accessor<T, Dimensions, Mode, Target, IsPlaceholder> of) {               \
    to.update_host(of);                                                                            \
  }                                                                                                \
  inline void prefetch(TO to, const void *pointer, std::size_t size) {                             \
    to.prefetch(pointer, size);                                                                    \
  }                                                                                                \
  inline void mem_advise(TO to, const void *pointer, std::size_t size, int advice) {               \
    to.mem_advise(pointer, size, advice);                                                          \
  }

/// @{ Enqueues a kernel function over a range, over work-groups of a size, or once; or a kernel of
/// a bundle with its arguments. Those that reduce have reductions after the kernel function. The
/// others are the commands of the same name of handlers; an accessor of a queue's command is a
/// placeholder.
URSA_SYCL_COMMANDS(queue)
URSA_SYCL_COMMANDS(handler &)
/// @}
#undef URSA_SYCL_COMMANDS
#undef URSA_SYCL_LAUNCHES

/// @{ Later commands wait for this one, which waits for all earlier commands, or for these events.
inline void command_barrier(handler &group) { group.ext_oneapi_barrier(); }
inline void command_barrier(queue to) { to.ext_oneapi_submit_barrier(); }
inline void event_barrier(handler &group, const std::vector<event> &events) {
  group.ext_oneapi_barrier(events);
}
inline void event_barrier(queue to, const std::vector<event> &events) {
  to.ext_oneapi_submit_barrier(events);
}
/// @}

} // namespace sycl::khr
} // namespace ursa_sycl
