// Functions that enqueue commands (sycl_ext_oneapi_enqueue_functions): the same for queues and
// handlers, without events, and with what a kernel is launched by in one object.
#pragma once

#include <sycl/detail/launch_by.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/ext/oneapi/experimental/kernel_properties.hpp>

#include <type_traits>
#include <utility>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

namespace detail {

template <typename Range> inline constexpr bool isSpace = false;
template <int Dimensions> inline constexpr bool isSpace<range<Dimensions>> = true;
template <int Dimensions> inline constexpr bool isSpace<nd_range<Dimensions>> = true;

} // namespace detail

/// The index space of a launch, a range or an nd_range, and its properties.
template <typename Range, typename Properties = empty_properties_t> class launch_config {
  static_assert(detail::isSpace<Range>, "The first argument is a range or an nd_range.");
  static_assert(is_property_list_v<Properties>, "The second argument is a list of properties.");

public:
  launch_config(Range space, Properties properties = {})
      : space_(std::move(space)), properties_(std::move(properties)) {}

  const Range &get_range() const { return space_; }
  const Properties &get_properties() const { return properties_; }

private:
  Range space_;
  Properties properties_;
};

/// @{ Enqueues the command of a command group function.
template <typename CommandGroupFunc> void submit(queue to, CommandGroupFunc &&function) {
  to.submit(std::forward<CommandGroupFunc>(function));
}
template <typename CommandGroupFunc, typename Properties,
          sycl::detail::EnableProperties<Properties> = 0>
void submit(queue to, Properties, CommandGroupFunc &&function) {
  to.submit(std::forward<CommandGroupFunc>(function));
}
template <typename CommandGroupFunc>
event submit_with_event(queue to, CommandGroupFunc &&function) {
  return to.submit(std::forward<CommandGroupFunc>(function));
}
template <typename CommandGroupFunc, typename Properties,
          sycl::detail::EnableProperties<Properties> = 0>
event submit_with_event(queue to, Properties, CommandGroupFunc &&function) {
  return to.submit(std::forward<CommandGroupFunc>(function));
}
/// @}

/// @{ Enqueues a kernel function, or a kernel of the backend with its arguments.
template <typename KernelName = sycl::detail::Unnamed, typename KernelType, typename... Args>
URSA_SYCL_LOCAL void single_task(handler &group, const KernelType &function, Args &&...args) {
  sycl::detail::launchOnceBy<KernelName>(group, function, std::forward<Args>(args)...);
}
template <typename KernelName = sycl::detail::Unnamed, typename KernelType, typename... Args>
URSA_SYCL_LOCAL void single_task(queue to, const KernelType &function, Args &&...args) {
  sycl::detail::launchOnceBy<KernelName>(to, function, std::forward<Args>(args)...);
}
/// @}

// For queues, which are passed by value, and for handlers.
#define URSA_SYCL_LAUNCH(NAME, SPACE, TO)                                                          \
  template <typename KernelName = sycl::detail::Unnamed, int Dimensions, typename KernelType,      \
            typename... More>                                                                      \
  URSA_SYCL_LOCAL void NAME(TO to, SPACE<Dimensions> space, const KernelType &function,            \
                            More &&...more) {                                                      \
    sycl::detail::launchBy<KernelName>(to, space, empty_properties_t(), function,                  \
                                       std::forward<More>(more)...);                               \
  }                                                                                                \
  template <typename KernelName = sycl::detail::Unnamed, int Dimensions, typename Properties,      \
            typename KernelType, typename... More>                                                 \
  URSA_SYCL_LOCAL void NAME(TO to, launch_config<SPACE<Dimensions>, Properties> config,            \
                            const KernelType &function, More &&...more) {                          \
    sycl::detail::launchBy<KernelName>(to, config.get_range(), config.get_properties(), function,  \
                                       std::forward<More>(more)...);                               \
  }
/// @{ Enqueues a kernel function over a range or an nd_range, with reductions after it; or a kernel
/// of the backend with its arguments.
URSA_SYCL_LAUNCH(parallel_for, range, queue)
URSA_SYCL_LAUNCH(parallel_for, range, handler &)
URSA_SYCL_LAUNCH(nd_launch, nd_range, queue)
URSA_SYCL_LAUNCH(nd_launch, nd_range, handler &)
/// @}
#undef URSA_SYCL_LAUNCH

enum class prefetch_type { device, host };

// For queues, which are passed by value, and for handlers.
#define URSA_SYCL_COMMANDS(TO)                                                                     \
  inline void memcpy(TO to, void *destination, const void *source, size_t size) {                  \
    to.memcpy(destination, source, size);                                                          \
  }                                                                                                \
  template <typename T> void copy(TO to, const T *source, T *destination, size_t count) {          \
    to.copy(source, destination, count);                                                           \
  }                                                                                                \
  inline void memset(TO to, void *pointer, int value, size_t size) {                               \
    to.memset(pointer, value, size);                                                               \
  }                                                                                                \
  template <typename T> void fill(TO to, T *pointer, const T &pattern, size_t count) {             \
    to.fill(pointer, pattern, count);                                                              \
  }                                                                                                \
  inline void mem_advise(TO to, void *pointer, size_t size, int advice) {                          \
    to.mem_advise(pointer, size, advice);                                                          \
  }
/// @{ Enqueues the command of the same name of queue and handler.
URSA_SYCL_COMMANDS(queue)
URSA_SYCL_COMMANDS(handler &)
/// @}
#undef URSA_SYCL_COMMANDS

/// @{ A hint; none is given for the host.
inline void prefetch(handler &group, void *pointer, size_t size,
                     prefetch_type type = prefetch_type::device) {
  if (type == prefetch_type::device)
    group.prefetch(pointer, size);
}
inline void prefetch(queue to, void *pointer, size_t size,
                     prefetch_type type = prefetch_type::device) {
  if (type == prefetch_type::device)
    to.prefetch(pointer, size);
}
/// @}

/// @{ Later commands wait for this one, which waits for all earlier commands, or for these events.
inline void barrier(handler &group) { group.ext_oneapi_barrier(); }
inline void barrier(queue to) { to.ext_oneapi_submit_barrier(); }
inline void partial_barrier(handler &group, const std::vector<event> &events) {
  group.ext_oneapi_barrier(events);
}
inline void partial_barrier(queue to, const std::vector<event> &events) {
  to.ext_oneapi_submit_barrier(events);
}
/// @}

/// @{ Runs a graph.
inline void execute_graph(handler &group, command_graph<graph_state::executable> &graph) {
  group.ext_oneapi_graph(graph);
}
inline void execute_graph(queue to, command_graph<graph_state::executable> &graph) {
  to.ext_oneapi_graph(graph);
}
/// @}

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
