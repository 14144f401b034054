// The class queue (SYCL 2020, 4.6.5).
#pragma once

#include <sycl/command_group_properties.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/group_function.hpp>
#include <sycl/handler.hpp>
#include <sycl/info/queue.hpp>

#include <optional>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {
enum class queue_state { executing, recording };
} // namespace ext::oneapi::experimental

namespace detail {
class QueueImpl;
} // namespace detail

/// Thread safe.
class URSA_SYCL_EXPORT queue : public detail::Shared<queue, detail::QueueImpl> {
public:
  explicit queue(const property_list &properties = {});
  explicit queue(const async_handler &handler, const property_list &properties = {});
  explicit queue(const device &device, const property_list &properties = {});
  explicit queue(const device &device, const async_handler &handler,
                 const property_list &properties = {});
  explicit queue(const context &context, const device &device,
                 const property_list &properties = {});
  explicit queue(const context &context, const device &device, const async_handler &handler,
                 const property_list &properties = {});
  template <class Selector, class = detail::EnableSelector<Selector>>
  explicit queue(const Selector &selector, const property_list &properties = {})
      : queue(device(selector), properties) {}
  template <class Selector, class = detail::EnableSelector<Selector>>
  explicit queue(const Selector &selector, const async_handler &handler,
                 const property_list &properties = {})
      : queue(device(selector), handler, properties) {}
  template <class Selector, class = detail::EnableSelector<Selector>>
  explicit queue(const context &context, const Selector &selector,
                 const property_list &properties = {})
      : queue(context, device(selector), properties) {}
  template <class Selector, class = detail::EnableSelector<Selector>>
  explicit queue(const context &context, const Selector &selector, const async_handler &handler,
                 const property_list &properties = {})
      : queue(context, device(selector), handler, properties) {}

  context get_context() const;
  device get_device() const;
  bool is_in_order() const;
  backend get_backend() const noexcept;
  /// SYCL 1.2.1 had a device without a backend; there is none.
  bool is_host() const { return false; }
  template <typename Parameter> typename Parameter::return_type get_info() const {
    static_assert(detail::alwaysFalse<Parameter>, "This is not a descriptor of queues.");
  }
  template <typename Parameter> typename Parameter::return_type get_backend_info() const {
    return get_device().get_backend_info<Parameter>();
  }
  template <typename Property> bool has_property() const noexcept {
    return properties().has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return properties().get_property<Property>();
  }

  /// Calls a command group function, and enqueues its command.
  template <class Function> event submit(Function function) {
    return submitGroup(detail::GroupFunction(function), nullptr);
  }
  /// If the command group function throws synchronously, the secondary queue gets it.
  template <class Function> event submit(Function function, const queue &secondary) {
    return submitGroup(detail::GroupFunction(function), &secondary);
  }
  /// With properties of the command group, see command_group_properties.hpp. Throws errc::invalid.
  template <class Function> event submit(const property_list &properties, Function function) {
    return submitWith(detail::GroupFunction(function), properties);
  }

  /// Blocks until all commands are complete.
  void wait();
  /// @{ Passes asynchronous errors to the handler.
  void wait_and_throw();
  void throw_asynchronous();
  /// @}

  /// @{ Shortcuts: a command without a command group function.
  template <class Name = detail::Unnamed, class Function>
  URSA_SYCL_LOCAL event single_task(const Function &function) {
    return launch<Name, detail::SingleTask>(function, detail::LaunchShape(), nullptr, 0);
  }
  template <class Name = detail::Unnamed, class Function>
  URSA_SYCL_LOCAL event single_task(event dependency, const Function &function) {
    return launch<Name, detail::SingleTask>(function, detail::LaunchShape(), &dependency, 1);
  }
  template <class Name = detail::Unnamed, class Function>
  URSA_SYCL_LOCAL event single_task(const std::vector<event> &dependencies,
                                    const Function &function) {
    return launch<Name, detail::SingleTask>(function, detail::LaunchShape(), dependencies.data(),
                                            dependencies.size());
  }
#define URSA_SYCL_SHORTCUTS(DIMENSIONS)                                                            \
  template <class Name = detail::Unnamed, class Function>                                          \
  URSA_SYCL_LOCAL event parallel_for(range<DIMENSIONS> extent, const Function &function) {         \
    return launch<Name, detail::OverRange<DIMENSIONS, false>>(                                     \
        function, detail::LaunchShape(extent), nullptr, 0);                                        \
  }                                                                                                \
  template <class Name = detail::Unnamed, class Function>                                          \
  URSA_SYCL_LOCAL event parallel_for(range<DIMENSIONS> extent, event dependency,                   \
                                     const Function &function) {                                   \
    return launch<Name, detail::OverRange<DIMENSIONS, false>>(                                     \
        function, detail::LaunchShape(extent), &dependency, 1);                                    \
  }                                                                                                \
  template <class Name = detail::Unnamed, class Function>                                          \
  URSA_SYCL_LOCAL event parallel_for(range<DIMENSIONS> extent,                                     \
                                     const std::vector<event> &dependencies,                       \
                                     const Function &function) {                                   \
    return launch<Name, detail::OverRange<DIMENSIONS, false>>(                                     \
        function, detail::LaunchShape(extent), dependencies.data(), dependencies.size());          \
  }                                                                                                \
  template <class Name = detail::Unnamed, class Function>                                          \
  URSA_SYCL_LOCAL event parallel_for(range<DIMENSIONS> extent, id<DIMENSIONS> offset,              \
                                     const Function &function) {                                   \
    return launch<Name, detail::OverRange<DIMENSIONS, true>>(                                      \
        function, detail::LaunchShape(extent, offset), nullptr, 0);                                \
  }                                                                                                \
  template <class Name = detail::Unnamed, class Function>                                          \
  URSA_SYCL_LOCAL event parallel_for(range<DIMENSIONS> extent, id<DIMENSIONS> offset,              \
                                     event dependency, const Function &function) {                 \
    return launch<Name, detail::OverRange<DIMENSIONS, true>>(                                      \
        function, detail::LaunchShape(extent, offset), &dependency, 1);                            \
  }                                                                                                \
  template <class Name = detail::Unnamed, class Function>                                          \
  URSA_SYCL_LOCAL event parallel_for(range<DIMENSIONS> extent, id<DIMENSIONS> offset,              \
                                     const std::vector<event> &dependencies,                       \
                                     const Function &function) {                                   \
    return launch<Name, detail::OverRange<DIMENSIONS, true>>(                                      \
        function, detail::LaunchShape(extent, offset), dependencies.data(), dependencies.size());  \
  }
  URSA_SYCL_SHORTCUTS(1)
  URSA_SYCL_SHORTCUTS(2)
  URSA_SYCL_SHORTCUTS(3)
#undef URSA_SYCL_SHORTCUTS
  template <class Name = detail::Unnamed, class Function, int Dimensions>
  URSA_SYCL_LOCAL event parallel_for(nd_range<Dimensions> space, const Function &function) {
    return launch<Name, detail::OverNdRange<Dimensions>>(function, detail::LaunchShape(space),
                                                         nullptr, 0);
  }
  template <class Name = detail::Unnamed, class Function, int Dimensions>
  URSA_SYCL_LOCAL event parallel_for(nd_range<Dimensions> space, event dependency,
                                     const Function &function) {
    return launch<Name, detail::OverNdRange<Dimensions>>(function, detail::LaunchShape(space),
                                                         &dependency, 1);
  }
  template <class Name = detail::Unnamed, class Function, int Dimensions>
  URSA_SYCL_LOCAL event parallel_for(nd_range<Dimensions> space,
                                     const std::vector<event> &dependencies,
                                     const Function &function) {
    return launch<Name, detail::OverNdRange<Dimensions>>(function, detail::LaunchShape(space),
                                                         dependencies.data(), dependencies.size());
  }
  /// @}

  /// @{ Shortcuts with properties of the launch, and perhaps reductions, before the kernel
  /// function.
  template <class Name = detail::Unnamed, class Properties, class Function,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL event single_task(const Properties &properties, const Function &function) {
    return single_task<Name>(std::vector<event>(), properties, function);
  }
  template <class Name = detail::Unnamed, class Properties, class Function,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL event single_task(const event &dependency, const Properties &properties,
                                    const Function &function) {
    return single_task<Name>(std::vector<event>{dependency}, properties, function);
  }
  template <class Name = detail::Unnamed, class Properties, class Function,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL event single_task(const std::vector<event> &dependencies,
                                    const Properties &properties, const Function &function) {
    return launch<Name, detail::SingleTask, Properties>(
        function, detail::withProperties(detail::LaunchShape(), properties), dependencies.data(),
        dependencies.size());
  }
#define URSA_SYCL_SHORTCUTS(DIMENSIONS)                                                            \
  template <class Name = detail::Unnamed, class Properties, class... Rest,                         \
            detail::EnableProperties<Properties> = 0>                                              \
  URSA_SYCL_LOCAL event parallel_for(range<DIMENSIONS> space, const Properties &properties,        \
                                     const Rest &...rest) {                                        \
    return launchWith<Name, detail::OverRange<DIMENSIONS, false>>(space, nullptr, 0, properties,   \
                                                                  rest...);                        \
  }                                                                                                \
  template <class Name = detail::Unnamed, class Properties, class... Rest,                         \
            detail::EnableProperties<Properties> = 0>                                              \
  URSA_SYCL_LOCAL event parallel_for(range<DIMENSIONS> space, const event &dependency,             \
                                     const Properties &properties, const Rest &...rest) {          \
    return launchWith<Name, detail::OverRange<DIMENSIONS, false>>(space, &dependency, 1,           \
                                                                  properties, rest...);            \
  }                                                                                                \
  template <class Name = detail::Unnamed, class Properties, class... Rest,                         \
            detail::EnableProperties<Properties> = 0>                                              \
  URSA_SYCL_LOCAL event parallel_for(range<DIMENSIONS> space,                                      \
                                     const std::vector<event> &dependencies,                       \
                                     const Properties &properties, const Rest &...rest) {          \
    return launchWith<Name, detail::OverRange<DIMENSIONS, false>>(                                 \
        space, dependencies.data(), dependencies.size(), properties, rest...);                     \
  }
  URSA_SYCL_SHORTCUTS(1)
  URSA_SYCL_SHORTCUTS(2)
  URSA_SYCL_SHORTCUTS(3)
#undef URSA_SYCL_SHORTCUTS
  template <class Name = detail::Unnamed, int Dimensions, class Properties, class... Rest,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL event parallel_for(nd_range<Dimensions> space, const Properties &properties,
                                     const Rest &...rest) {
    return launchWith<Name, detail::OverNdRange<Dimensions>>(space, nullptr, 0, properties,
                                                             rest...);
  }
  template <class Name = detail::Unnamed, int Dimensions, class Properties, class... Rest,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL event parallel_for(nd_range<Dimensions> space, const event &dependency,
                                     const Properties &properties, const Rest &...rest) {
    return launchWith<Name, detail::OverNdRange<Dimensions>>(space, &dependency, 1, properties,
                                                             rest...);
  }
  template <class Name = detail::Unnamed, int Dimensions, class Properties, class... Rest,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL event parallel_for(nd_range<Dimensions> space,
                                     const std::vector<event> &dependencies,
                                     const Properties &properties, const Rest &...rest) {
    return launchWith<Name, detail::OverNdRange<Dimensions>>(
        space, dependencies.data(), dependencies.size(), properties, rest...);
  }
  /// @}

  /// @{ Shortcuts with reductions before the kernel function.
  template <class Name = detail::Unnamed, class Space, class First, class... Rest,
            class = detail::EnableReductions<First, Rest...>>
  URSA_SYCL_LOCAL event parallel_for(const Space &space, const First &first, const Rest &...rest) {
    return parallel_for<Name>(space, std::vector<event>(), first, rest...);
  }
  template <class Name = detail::Unnamed, class Space, class First, class... Rest,
            class = detail::EnableReductions<First, Rest...>>
  URSA_SYCL_LOCAL event parallel_for(const Space &space, const event &dependency,
                                     const First &first, const Rest &...rest) {
    return parallel_for<Name>(space, std::vector<event>{dependency}, first, rest...);
  }
  template <class Name = detail::Unnamed, class Space, class First, class... Rest,
            class = detail::EnableReductions<First, Rest...>>
  URSA_SYCL_LOCAL event parallel_for(const Space &space, const std::vector<event> &dependencies,
                                     const First &first, const Rest &...rest) {
    return submit(
        detail::SubmitReduction<Name, Space, First, Rest...>(space, dependencies, first, rest...));
  }
  /// @}

  /// Scoped parallelism (scoped_parallelism.hpp): an event or a vector of events to wait for may
  /// stand first, then reductions, and the kernel function.
  template <class Name = detail::Unnamed, int Dimensions, class First, class... Rest>
  URSA_SYCL_LOCAL event parallel(range<Dimensions> groups, range<Dimensions> size,
                                 const First &first, const Rest &...rest) {
    return submit([&](handler &group) {
      if constexpr (std::is_same_v<First, event> || std::is_same_v<First, std::vector<event>>) {
        group.depends_on(first);
        group.parallel<Name>(groups, size, rest...);
      } else {
        group.parallel<Name>(groups, size, first, rest...);
      }
    });
  }

  /// @{ Native commands: see handler. An event or a vector of events to wait for may come last.
  template <class Function, class... Dependencies>
  event AdaptiveCpp_enqueue_custom_operation(const Function &function,
                                             const Dependencies &...dependencies) {
    return submit([&](handler &group) {
      (group.depends_on(dependencies), ...);
      group.ext_codeplay_enqueue_native_command(function);
    });
  }
  template <class... Arguments>
  event hipSYCL_enqueue_custom_operation(const Arguments &...arguments) {
    return AdaptiveCpp_enqueue_custom_operation(arguments...);
  }
  /// @}

  /// @{ Shortcuts for USM. Sizes are in bytes, counts in elements.
  event memcpy(void *destination, const void *source, size_t size,
               const std::vector<event> &dependencies = {});
  event memcpy(void *destination, const void *source, size_t size, event dependency) {
    return memcpy(destination, source, size, std::vector<event>{dependency});
  }
  event memset(void *pointer, int value, size_t size, const std::vector<event> &dependencies = {});
  event memset(void *pointer, int value, size_t size, event dependency) {
    return memset(pointer, value, size, std::vector<event>{dependency});
  }
  event prefetch(const void *pointer, size_t size, const std::vector<event> &dependencies = {});
  event prefetch(const void *pointer, size_t size, event dependency) {
    return prefetch(pointer, size, std::vector<event>{dependency});
  }
  template <class... Dependencies>
  event prefetch_host(const void *pointer, size_t size, const Dependencies &...dependencies) {
    return submit([&](handler &group) {
      (group.depends_on(dependencies), ...);
      group.prefetch_host(pointer, size);
    });
  }
  event mem_advise(const void *pointer, size_t size, int advice,
                   const std::vector<event> &dependencies = {});
  event mem_advise(const void *pointer, size_t size, int advice, event dependency) {
    return mem_advise(pointer, size, advice, std::vector<event>{dependency});
  }
  template <typename T>
  event copy(const T *source, T *destination, size_t count,
             const std::vector<event> &dependencies = {}) {
    return memcpy(destination, source, count * sizeof(T), dependencies);
  }
  template <typename T>
  event copy(const T *source, T *destination, size_t count, event dependency) {
    return memcpy(destination, source, count * sizeof(T), std::vector<event>{dependency});
  }
  template <typename T>
  event fill(void *pointer, const T &pattern, size_t count,
             const std::vector<event> &dependencies = {}) {
    return fillBytes(pointer, &pattern, sizeof(T), count, dependencies);
  }
  template <typename T>
  event fill(void *pointer, const T &pattern, size_t count, event dependency) {
    return fillBytes(pointer, &pattern, sizeof(T), count, std::vector<event>{dependency});
  }
  /// @}

  /// @{ Shortcuts for device_globals; see handler.
  template <typename T, typename PropertyListT>
  event memcpy(ext::oneapi::experimental::device_global<T, PropertyListT> &destination,
               const void *source, size_t size = sizeof(T), size_t offset = 0,
               const std::vector<event> &dependencies = {}) {
    return submit([&](handler &group) {
      group.depends_on(dependencies);
      group.memcpy(destination, source, size, offset);
    });
  }
  template <typename T, typename PropertyListT>
  event memcpy(ext::oneapi::experimental::device_global<T, PropertyListT> &destination,
               const void *source, size_t size, size_t offset, event dependency) {
    return memcpy(destination, source, size, offset, std::vector<event>{dependency});
  }
  template <typename T, typename PropertyListT>
  event memcpy(void *destination,
               const ext::oneapi::experimental::device_global<T, PropertyListT> &source,
               size_t size = sizeof(T), size_t offset = 0,
               const std::vector<event> &dependencies = {}) {
    return submit([&](handler &group) {
      group.depends_on(dependencies);
      group.memcpy(destination, source, size, offset);
    });
  }
  template <typename T, typename PropertyListT>
  event memcpy(void *destination,
               const ext::oneapi::experimental::device_global<T, PropertyListT> &source,
               size_t size, size_t offset, event dependency) {
    return memcpy(destination, source, size, offset, std::vector<event>{dependency});
  }
  template <typename T, typename PropertyListT>
  event copy(const std::remove_all_extents_t<T> *source,
             ext::oneapi::experimental::device_global<T, PropertyListT> &destination,
             size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>), size_t startIndex = 0,
             const std::vector<event> &dependencies = {}) {
    return submit([&](handler &group) {
      group.depends_on(dependencies);
      group.copy(source, destination, count, startIndex);
    });
  }
  template <typename T, typename PropertyListT>
  event copy(const std::remove_all_extents_t<T> *source,
             ext::oneapi::experimental::device_global<T, PropertyListT> &destination, size_t count,
             size_t startIndex, event dependency) {
    return copy(source, destination, count, startIndex, std::vector<event>{dependency});
  }
  template <typename T, typename PropertyListT>
  event copy(const ext::oneapi::experimental::device_global<T, PropertyListT> &source,
             std::remove_all_extents_t<T> *destination,
             size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>), size_t startIndex = 0,
             const std::vector<event> &dependencies = {}) {
    return submit([&](handler &group) {
      group.depends_on(dependencies);
      group.copy(source, destination, count, startIndex);
    });
  }
  template <typename T, typename PropertyListT>
  event copy(const ext::oneapi::experimental::device_global<T, PropertyListT> &source,
             std::remove_all_extents_t<T> *destination, size_t count, size_t startIndex,
             event dependency) {
    return copy(source, destination, count, startIndex, std::vector<event>{dependency});
  }
  /// @}

  /// @{ Shortcuts for rows of USM; see handler.
  template <typename = void>
  event ext_oneapi_memcpy2d(void *destination, size_t destinationPitch, const void *source,
                            size_t sourcePitch, size_t width, size_t height,
                            const std::vector<event> &dependencies = {}) {
    return submit([&](handler &group) {
      group.depends_on(dependencies);
      group.ext_oneapi_memcpy2d(destination, destinationPitch, source, sourcePitch, width, height);
    });
  }
  template <typename = void>
  event ext_oneapi_memcpy2d(void *destination, size_t destinationPitch, const void *source,
                            size_t sourcePitch, size_t width, size_t height, event dependency) {
    return ext_oneapi_memcpy2d(destination, destinationPitch, source, sourcePitch, width, height,
                               std::vector<event>{dependency});
  }
  template <typename T>
  event ext_oneapi_copy2d(const T *source, size_t sourcePitch, T *destination,
                          size_t destinationPitch, size_t width, size_t height,
                          const std::vector<event> &dependencies = {}) {
    return submit([&](handler &group) {
      group.depends_on(dependencies);
      group.ext_oneapi_copy2d(source, sourcePitch, destination, destinationPitch, width, height);
    });
  }
  template <typename T>
  event ext_oneapi_copy2d(const T *source, size_t sourcePitch, T *destination,
                          size_t destinationPitch, size_t width, size_t height, event dependency) {
    return ext_oneapi_copy2d(source, sourcePitch, destination, destinationPitch, width, height,
                             std::vector<event>{dependency});
  }
  template <typename = void>
  event ext_oneapi_memset2d(void *destination, size_t pitch, int value, size_t width, size_t height,
                            const std::vector<event> &dependencies = {}) {
    return submit([&](handler &group) {
      group.depends_on(dependencies);
      group.ext_oneapi_memset2d(destination, pitch, value, width, height);
    });
  }
  template <typename = void>
  event ext_oneapi_memset2d(void *destination, size_t pitch, int value, size_t width, size_t height,
                            event dependency) {
    return ext_oneapi_memset2d(destination, pitch, value, width, height,
                               std::vector<event>{dependency});
  }
  template <typename T>
  event ext_oneapi_fill2d(void *destination, size_t pitch, const T &pattern, size_t width,
                          size_t height, const std::vector<event> &dependencies = {}) {
    return submit([&](handler &group) {
      group.depends_on(dependencies);
      group.ext_oneapi_fill2d(destination, pitch, pattern, width, height);
    });
  }
  template <typename T>
  event ext_oneapi_fill2d(void *destination, size_t pitch, const T &pattern, size_t width,
                          size_t height, event dependency) {
    return ext_oneapi_fill2d(destination, pitch, pattern, width, height,
                             std::vector<event>{dependency});
  }
  /// @}

  /// @{ A barrier: see handler.
  event ext_oneapi_submit_barrier() {
    return submit([](handler &group) { group.ext_oneapi_barrier(); });
  }
  event ext_oneapi_submit_barrier(const std::vector<event> &events) {
    return submit([&](handler &group) { group.ext_oneapi_barrier(events); });
  }
  event submit_barrier() { return ext_oneapi_submit_barrier(); }
  event submit_barrier(const std::vector<event> &events) {
    return ext_oneapi_submit_barrier(events);
  }
  /// @}
  /// Events for all commands that are not complete (ACPP_EXT_QUEUE_WAIT_LIST): none or one.
  std::vector<event> get_wait_list() const;
  /// The event of the last command of an in-order queue, complete if there is none
  /// (sycl_ext_oneapi_in_order_queue_events): always an event. Throws errc::invalid for other
  /// queues.
  std::optional<event> ext_oneapi_get_last_event() const;
  /// The next command of an in-order queue, and so all later ones, begin after this event. Throws
  /// errc::invalid for other queues.
  void ext_oneapi_set_external_event(const event &external_event);
  /// Whether all commands are complete (sycl_ext_oneapi_queue_empty).
  bool ext_oneapi_empty() const;
  /// The same; all effects of the commands are visible then (sycl_khr_queue_empty_query).
  bool khr_empty() const;
  /// Has the commands make progress without anybody who waits (sycl_khr_queue_flush).
  void khr_flush() const;
  /// The same (sycl_ext_oneapi_prod).
  void ext_oneapi_prod() { khr_flush(); }

  /// @{ Runs a graph.
  template <ext::oneapi::experimental::graph_state State>
  event ext_oneapi_graph(const ext::oneapi::experimental::command_graph<State> &graph,
                         const std::vector<event> &dependencies = {}) {
    return submit([&](handler &group) {
      group.depends_on(dependencies);
      group.ext_oneapi_graph(graph);
    });
  }
  template <ext::oneapi::experimental::graph_state State>
  event ext_oneapi_graph(const ext::oneapi::experimental::command_graph<State> &graph,
                         event dependency) {
    return ext_oneapi_graph(graph, std::vector<event>{dependency});
  }
  /// @}
  /// Whether a graph records the commands.
  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const;
  /// The graph that does. Throws errc::invalid if there is none.
  ext::oneapi::experimental::command_graph<static_cast<ext::oneapi::experimental::graph_state>(0)>
  ext_oneapi_get_graph() const;

  /// @{ Shortcuts for accessors, which are placeholders: see handler.
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U>
  event copy(accessor<T, Dimensions, Mode, Target, IsPlaceholder> source,
             std::shared_ptr<U> destination);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U>
  event copy(std::shared_ptr<U> source,
             accessor<T, Dimensions, Mode, Target, IsPlaceholder> destination);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U>
  event copy(accessor<T, Dimensions, Mode, Target, IsPlaceholder> source, U *destination);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U>
  event copy(const U *source, accessor<T, Dimensions, Mode, Target, IsPlaceholder> destination);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U, int OtherDimensions,
            access_mode OtherMode, target OtherTarget, access::placeholder IsOtherPlaceholder>
  event copy(accessor<T, Dimensions, Mode, Target, IsPlaceholder> source,
             accessor<U, OtherDimensions, OtherMode, OtherTarget, IsOtherPlaceholder> destination);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  event update_host(accessor<T, Dimensions, Mode, Target, IsPlaceholder> of);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  event fill(accessor<T, Dimensions, Mode, Target, IsPlaceholder> destination,
             const detail::NotDeduced<T> &pattern);
  /// @}

private:
  friend struct detail::Access;
  friend struct detail::FreeFunctionLaunch;
  explicit queue(std::shared_ptr<detail::QueueImpl> impl) : Shared(std::move(impl)) {}

  template <class Name, class Form, class... Properties, class Function>
  URSA_SYCL_LOCAL event launch(const Function &function, const detail::LaunchShape &shape,
                               const event *dependencies, size_t count) {
    using KernelName = detail::KernelName<Name, Function>;
#ifdef __SYCL_DEVICE_ONLY__
    detail::KernelEntry<KernelName, Function, Form, Properties...,
                        detail::OwnProperties<Function>>::define(function);
    (void)shape, (void)dependencies, (void)count;
    return event();
#else
    return launchKernel(
        {URSA_SYCL_VERSION, detail::describeKernel<KernelName, Function>(), &function,
         &static_cast<const detail::LaunchShape &>(detail::shapeFor(function, shape))},
        dependencies, count);
#endif
  }

  /// @param first the kernel function or a kernel of a bundle, or with @p rest reductions and,
  /// at last, the kernel function
  template <class Name, class Form, class Space, class Properties, class First, class... Rest>
  URSA_SYCL_LOCAL event launchWith(const Space &space, const event *dependencies, size_t count,
                                   const Properties &properties, const First &first,
                                   const Rest &...rest) {
    if constexpr (sizeof...(Rest) == 0 && !std::is_same_v<First, kernel>)
      return launch<Name, Form, Properties>(
          first, detail::withProperties(detail::LaunchShape(space), properties), dependencies,
          count);
    else
      return submit([&](handler &group) {
        for (size_t i = 0; i < count; ++i)
          group.depends_on(dependencies[i]);
        group.parallel_for<Name>(space, properties, first, rest...);
      });
  }
  event launchKernel(const detail::KernelLaunch &launch, const event *dependencies, size_t count);
  event submitGroup(const detail::GroupFunction &function, const queue *secondary);
  event submitWith(const detail::GroupFunction &function, const property_list &properties);
  event fillBytes(void *pointer, const void *pattern, size_t patternSize, size_t count,
                  const std::vector<event> &dependencies);
  const property_list &properties() const noexcept;
};

template <> inline std::uint32_t queue::get_info<info::queue::reference_count>() const {
  return static_cast<std::uint32_t>(impl_.use_count());
}
template <> URSA_SYCL_EXPORT context queue::get_info<info::queue::context>() const;
template <> URSA_SYCL_EXPORT device queue::get_info<info::queue::device>() const;

} // namespace sycl
} // namespace ursa_sycl
URSA_SYCL_HASH(sycl::queue)
