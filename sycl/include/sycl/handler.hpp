// The class handler: what a command group function does (SYCL 2020, 4.9.4).
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/accessor_base.hpp>
#include <sycl/detail/kernel_argument.hpp>
#include <sycl/detail/kernel_description.hpp>
#include <sycl/detail/kernel_entry.hpp>
#include <sycl/detail/launch.hpp>
#include <sycl/detail/reduction_launch.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/oneapi/experimental/device_global.hpp>
#include <sycl/ext/oneapi/experimental/kernel_properties.hpp>
#include <sycl/ext/oneapi/experimental/node_type.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/specialization_id.hpp>

#include <cstring>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {
enum class graph_state;
template <graph_state State> class command_graph;
template <typename T> class dynamic_parameter;
} // namespace ext::oneapi::experimental

class handler;
class queue;
template <typename T, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor;
class kernel;
class interop_handle;
enum class bundle_state;
template <bundle_state State> class kernel_bundle;

namespace detail {

class CommandGroup;
class DynamicParameterImpl;
class ExecutableGraphImpl;
class GraphImpl;
class KernelBundleImpl;
class Requirement; // a buffer that a command uses

struct FreeFunctionLaunch;
struct MemoryBox;
template <class Name, int D, class... Arguments>
URSA_SYCL_LOCAL void launchScoped(handler &group, const range<D> &groups, const range<D> &size,
                                  const Arguments &...arguments); // scoped_parallelism.hpp
using HostTask = std::function<void(interop_handle &)>;

/// The function of a host task or a native command, with or without an interop_handle.
template <class Function> class HostTaskCall {
public:
  explicit HostTaskCall(const Function &function) : function_(function) {}
  void operator()(interop_handle &handle) {
    if constexpr (std::is_invocable_v<Function &, interop_handle &>)
      function_(handle);
    else
      (void)handle, function_();
  }

private:
  Function function_;
};

/// Owns a copy of a kernel object until the command group function has returned.
class KernelObject {
public:
  KernelObject() = default;
  template <class Function>
  explicit KernelObject(const Function &function)
      : object_(std::make_shared<const Function>(function)) {}
  explicit KernelObject(std::shared_ptr<const void> object) : object_(std::move(object)) {}
  const void *get() const { return object_.get(); }

private:
  std::shared_ptr<const void> object_;
};

template <typename T> struct IsDynamicParameter : std::false_type {};
template <typename T>
struct IsDynamicParameter<ext::oneapi::experimental::dynamic_parameter<T>> : std::true_type {};

} // namespace detail

/// Used during the call of its command group function, by one thread.
class URSA_SYCL_EXPORT handler {
public:
  handler(const handler &) = delete;
  handler &operator=(const handler &) = delete;

  /// @{ The command begins after these.
  void depends_on(const event &dependency);
  void depends_on(const std::vector<event> &dependencies);
  /// @}

  /// The command uses the buffer of a placeholder.
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  void require(accessor<T, Dimensions, Mode, Target, IsPlaceholder> placeholder);
  /// The same of a dynamic parameter of the kernel. Throws errc::invalid unless the command group
  /// is added to a graph by command_graph::add.
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  void require(ext::oneapi::experimental::dynamic_parameter<
               accessor<T, Dimensions, Mode, Target, IsPlaceholder>>
                   parameter) {
    requireDynamic(detail::implOf(parameter));
  }

  /// Sets a constant for the kernel of this command group.
  template <auto &Id>
  URSA_SYCL_LOCAL void
  set_specialization_constant([[maybe_unused]] detail::SpecializationValue<Id> value) {
#ifndef __SYCL_DEVICE_ONLY__
    setConstant(detail::symbolicId<Id>(), &value, sizeof(value));
#endif
  }
  /// Returns the value that was set last, or the default. Throws errc::invalid if a kernel bundle
  /// is in use.
  template <auto &Id>
  URSA_SYCL_LOCAL detail::SpecializationValue<Id> get_specialization_constant() const {
    detail::Uninitialized<detail::SpecializationValue<Id>> storage;
#ifndef __SYCL_DEVICE_ONLY__
    getConstant(detail::symbolicId<Id>(), &storage.value, sizeof(storage.value), &Id);
#endif
    return storage.value;
  }

  /// Uses the kernels and constants of a bundle instead of the program's.
  template <bundle_state State> void use_kernel_bundle(const kernel_bundle<State> &bundle);

  /// @{ The command runs a kernel function.
  template <class Name = detail::Unnamed, class Function>
  URSA_SYCL_LOCAL void single_task(const Function &function) {
    define<Name, detail::SingleTask>(function, detail::LaunchShape());
  }
  template <class Name = detail::Unnamed, class Function>
  URSA_SYCL_LOCAL void parallel_for(range<1> extent, const Function &function) {
    overRange<Name>(extent, function);
  }
  template <class Name = detail::Unnamed, class Function>
  URSA_SYCL_LOCAL void parallel_for(range<2> extent, const Function &function) {
    overRange<Name>(extent, function);
  }
  template <class Name = detail::Unnamed, class Function>
  URSA_SYCL_LOCAL void parallel_for(range<3> extent, const Function &function) {
    overRange<Name>(extent, function);
  }
  template <class Name = detail::Unnamed, class Function, int Dimensions>
  URSA_SYCL_LOCAL void parallel_for(range<Dimensions> extent, id<Dimensions> offset,
                                    const Function &function) {
    define<Name, detail::OverRange<Dimensions, true>>(function,
                                                      detail::LaunchShape(extent, offset));
  }
  template <class Name = detail::Unnamed, class Function, int Dimensions>
  URSA_SYCL_LOCAL void parallel_for(nd_range<Dimensions> space, const Function &function) {
    define<Name, detail::OverNdRange<Dimensions>>(function, detail::LaunchShape(space));
  }
  /// @}

  /// @{ Hierarchical kernels (SYCL 2020, 4.9.4.2.3).
  template <class Name = detail::Unnamed, class Function, int Dimensions>
  URSA_SYCL_LOCAL void parallel_for_work_group(range<Dimensions> groups, const Function &function) {
    parallel_for_work_group<Name>(groups, ext::oneapi::experimental::empty_properties_t(),
                                  function);
  }
  template <class Name = detail::Unnamed, class Function, int Dimensions>
  URSA_SYCL_LOCAL void parallel_for_work_group(range<Dimensions> groups, range<Dimensions> local,
                                               const Function &function) {
    parallel_for_work_group<Name>(groups, local, ext::oneapi::experimental::empty_properties_t(),
                                  function);
  }
  template <class Name = detail::Unnamed, class Properties, class Function, int Dimensions,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL void parallel_for_work_group(range<Dimensions> groups,
                                               const Properties &properties,
                                               const Function &function) {
    using Size = ext::oneapi::experimental::work_group_size_key;
    if constexpr (Properties::template has_property<Size>())
      parallel_for_work_group<Name>(groups, detail::groupSizeOf<Dimensions>(properties), properties,
                                    function);
    else
      parallel_for_work_group<Name>(
          groups, detail::groupSizeOf<Dimensions>(detail::ownProperties(function)), properties,
          function);
  }
  template <class Name = detail::Unnamed, class Properties, class Function, int Dimensions,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL void parallel_for_work_group(range<Dimensions> groups, range<Dimensions> local,
                                               const Properties &properties,
                                               const Function &function) {
    using Kernel = detail::WorkGroupKernel<Dimensions, Function>;
    const detail::LaunchShape shape =
        detail::withProperties(detail::LaunchShape(groups, local), properties);
    define<detail::KernelName<Name, Function>, detail::OverNdRange<Dimensions>, Properties,
           detail::OwnProperties<Function>>(Kernel{function, local},
                                            detail::shapeFor(function, shape));
  }
  /// @}

  /// Scoped parallelism of AdaptiveCpp (scoped_parallelism.hpp): the last argument is the kernel
  /// function, those before are reductions.
  template <class Name = detail::Unnamed, int Dimensions, class... Arguments>
  URSA_SYCL_LOCAL void parallel(range<Dimensions> groups, range<Dimensions> size,
                                const Arguments &...arguments) {
    detail::launchScoped<Name>(*this, groups, size, arguments...);
  }

  /// @{ The last argument is the kernel function, those before are reductions.
  template <class Name = detail::Unnamed, int Dimensions, class First, class... Rest,
            class = detail::EnableReductions<First, Rest...>>
  URSA_SYCL_LOCAL void parallel_for(range<Dimensions> extent, const First &first,
                                    const Rest &...rest) {
    detail::reduce<Name>(*this, extent, first, rest...);
  }
  template <class Name = detail::Unnamed, int Dimensions, class First, class... Rest,
            class = detail::EnableReductions<First, Rest...>>
  URSA_SYCL_LOCAL void parallel_for(nd_range<Dimensions> space, const First &first,
                                    const Rest &...rest) {
    detail::reduce<Name>(*this, space, first, rest...);
  }
  /// @}

  /// @{ With properties of the launch, which over a range with reductions are hints.
  template <class Name = detail::Unnamed, class Properties, class Function,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL void single_task(const Properties &properties, const Function &function) {
    launchWith<Name, detail::SingleTask>(detail::LaunchShape(), properties, function);
  }
#define URSA_SYCL_WITH_PROPERTIES(DIMENSIONS)                                                      \
  template <class Name = detail::Unnamed, class Properties, class... Rest,                         \
            detail::EnableProperties<Properties> = 0>                                              \
  URSA_SYCL_LOCAL void parallel_for(range<DIMENSIONS> extent, const Properties &properties,        \
                                    const Rest &...rest) {                                         \
    launchWith<Name, detail::OverRange<DIMENSIONS, false>>(extent, properties, rest...);           \
  }
  URSA_SYCL_WITH_PROPERTIES(1)
  URSA_SYCL_WITH_PROPERTIES(2)
  URSA_SYCL_WITH_PROPERTIES(3)
#undef URSA_SYCL_WITH_PROPERTIES
  template <class Name = detail::Unnamed, int Dimensions, class Properties, class... Rest,
            detail::EnableProperties<Properties> = 0>
  URSA_SYCL_LOCAL void parallel_for(nd_range<Dimensions> space, const Properties &properties,
                                    const Rest &...rest) {
    launchWith<Name, detail::OverNdRange<Dimensions>>(space, properties, rest...);
  }
  /// @}

  /// @{ The command runs a kernel of a bundle.
  void single_task(const kernel &kernel);
  void parallel_for(range<1> extent, const kernel &kernel) {
    setKernel(kernel, detail::LaunchShape(extent));
  }
  void parallel_for(range<2> extent, const kernel &kernel) {
    setKernel(kernel, detail::LaunchShape(extent));
  }
  void parallel_for(range<3> extent, const kernel &kernel) {
    setKernel(kernel, detail::LaunchShape(extent));
  }
  template <int Dimensions>
  void parallel_for(range<Dimensions> extent, id<Dimensions> offset, const kernel &kernel) {
    setKernel(kernel, detail::LaunchShape(extent, offset));
  }
  template <int Dimensions> void parallel_for(nd_range<Dimensions> space, const kernel &kernel) {
    setKernel(kernel, detail::LaunchShape(space));
  }
  /// @}

  /// @{ The arguments of a kernel of the backend (make_kernel), in the order of its parameters:
  /// accessors of the command group, local accessors, pointers to unified shared memory, and
  /// values. A dynamic parameter of a graph (sycl/ext/oneapi/experimental/graph_updates.hpp) may
  /// also be a member of a kernel's object, by its number.
  template <typename T> void set_arg([[maybe_unused]] int index, [[maybe_unused]] T &&argument) {
#ifndef __SYCL_DEVICE_ONLY__
    if constexpr (detail::IsDynamicParameter<std::decay_t<T>>::value)
      setDynamic(index, detail::implOf(argument));
    else
      setArgument(index, detail::keepArgument(std::forward<T>(argument)));
#endif
  }
  template <typename... Ts> void set_args(Ts &&...arguments) {
    int index = 0;
    (set_arg(index++, std::forward<Ts>(arguments)), ...);
  }
  /// @}

  /// @{ The command runs a kernel function with the code and constants of a kernel, which is built
  /// of it.
  template <class Name = detail::Unnamed, class Function>
  URSA_SYCL_LOCAL void single_task(const kernel &kernel, const Function &function) {
    useKernel(kernel);
    single_task<Name>(function);
  }
  template <class Name = detail::Unnamed, int Dimensions, class Function>
  URSA_SYCL_LOCAL void parallel_for(range<Dimensions> extent, const kernel &kernel,
                                    const Function &function) {
    useKernel(kernel);
    parallel_for<Name>(extent, function);
  }
  template <class Name = detail::Unnamed, int Dimensions, class Function>
  URSA_SYCL_LOCAL void parallel_for(nd_range<Dimensions> space, const kernel &kernel,
                                    const Function &function) {
    useKernel(kernel);
    parallel_for<Name>(space, function);
  }
  /// SYCL 1.2.1's order.
  template <class Name = detail::Unnamed, class Space, class Function>
  URSA_SYCL_LOCAL void parallel_for(const kernel &kernel, const Space &space,
                                    const Function &function) {
    parallel_for<Name>(space, kernel, function);
  }
  template <class Name = detail::Unnamed, int Dimensions, class Function>
  URSA_SYCL_LOCAL void parallel_for(const kernel &kernel, range<Dimensions> extent,
                                    id<Dimensions> offset, const Function &function) {
    useKernel(kernel);
    parallel_for<Name>(extent, offset, function);
  }
  /// @}

  /// @{ The command works on USM. Sizes are in bytes, counts in elements.
  void memcpy(void *destination, const void *source, size_t size);
  void memset(void *pointer, int value, size_t size);
  void prefetch(const void *pointer, size_t size);
  /// To the host (ACPP_EXT_PREFETCH_HOST); has no effect.
  void prefetch_host([[maybe_unused]] const void *pointer, [[maybe_unused]] size_t size) {}
  void mem_advise(const void *pointer, size_t size, int advice);
  template <typename T> void copy(const T *source, T *destination, size_t count) {
    memcpy(destination, source, count * sizeof(T));
  }
  template <typename T> void fill(void *pointer, const T &pattern, size_t count) {
    fillBytes(pointer, &pattern, sizeof(T), count);
  }
  /// @}

  /// @{ The command copies to or from a device_global on the device of the queue. Sizes and offsets
  /// are in bytes, counts and indexes in elements of the innermost array. Throw errc::invalid for
  /// parts beyond the end.
  template <typename T, typename PropertyListT>
  void memcpy(ext::oneapi::experimental::device_global<T, PropertyListT> &destination,
              const void *source, size_t size = sizeof(T), size_t offset = 0) {
    using ext::oneapi::experimental::host_access_enum;
    static_assert(detail::allowsHost<PropertyListT, host_access_enum::write>(),
                  "A property of the device_global says that the host does not write it.");
    memcpy(globalMemory(&destination, size, offset), source, size);
  }
  template <typename T, typename PropertyListT>
  void memcpy(void *destination,
              const ext::oneapi::experimental::device_global<T, PropertyListT> &source,
              size_t size = sizeof(T), size_t offset = 0) {
    using ext::oneapi::experimental::host_access_enum;
    static_assert(detail::allowsHost<PropertyListT, host_access_enum::read>(),
                  "A property of the device_global says that the host does not read it.");
    memcpy(destination, globalMemory(&source, size, offset), size);
  }
  template <typename T, typename PropertyListT>
  void copy(const std::remove_all_extents_t<T> *source,
            ext::oneapi::experimental::device_global<T, PropertyListT> &destination,
            size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>),
            size_t startIndex = 0) {
    constexpr size_t elementSize = sizeof(std::remove_all_extents_t<T>);
    memcpy(destination, source, count * elementSize, startIndex * elementSize);
  }
  template <typename T, typename PropertyListT>
  void copy(const ext::oneapi::experimental::device_global<T, PropertyListT> &source,
            std::remove_all_extents_t<T> *destination,
            size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>),
            size_t startIndex = 0) {
    constexpr size_t elementSize = sizeof(std::remove_all_extents_t<T>);
    memcpy(destination, source, count * elementSize, startIndex * elementSize);
  }
  /// @}

  /// @{ The command works on rows of USM that lie a pitch apart (sycl_ext_oneapi_memcpy2d). Memcpy
  /// and memset count bytes, copy and fill elements. Throw errc::invalid if rows overlap.
  template <typename = void>
  void ext_oneapi_memcpy2d(void *destination, size_t destinationPitch, const void *source,
                           size_t sourcePitch, size_t width, size_t height) {
    copyRows(destination, destinationPitch, source, sourcePitch, width, height);
  }
  template <typename T>
  void ext_oneapi_copy2d(const T *source, size_t sourcePitch, T *destination,
                         size_t destinationPitch, size_t width, size_t height) {
    copyRows(destination, destinationPitch * sizeof(T), source, sourcePitch * sizeof(T),
             width * sizeof(T), height);
  }
  template <typename = void>
  void ext_oneapi_memset2d(void *destination, size_t pitch, int value, size_t width,
                           size_t height) {
    const auto byte = static_cast<unsigned char>(value);
    fillRows(destination, pitch, &byte, 1, width, height);
  }
  template <typename T>
  void ext_oneapi_fill2d(void *destination, size_t pitch, const T &pattern, size_t width,
                         size_t height) {
    fillRows(destination, pitch * sizeof(T), &pattern, sizeof(T), width * sizeof(T), height);
  }
  /// @}

  /// @{ Later commands of the queue wait for this one, which waits for these events, or for all
  /// earlier commands (sycl_ext_oneapi_enqueue_barrier).
  void ext_oneapi_barrier();
  void ext_oneapi_barrier(const std::vector<event> &events);
  void barrier() { ext_oneapi_barrier(); }
  void barrier(const std::vector<event> &events) { ext_oneapi_barrier(events); }
  /// @}
  /// The command runs a graph (sycl/ext/oneapi/experimental/graph.hpp).
  void ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                        static_cast<ext::oneapi::experimental::graph_state>(1)> &graph);

  /// The command calls a function on a thread of the host. It takes an interop_handle or nothing.
  template <class Function> void host_task([[maybe_unused]] const Function &function) {
#ifndef __SYCL_DEVICE_ONLY__
    setHostTask(detail::HostTaskCall<std::decay_t<Function>>(function));
#endif
  }
  /// @{ Names of host_task before SYCL 2020.
  template <class Function> void codeplay_host_task(const Function &function) {
    host_task(function);
  }
  template <class Function> void run_on_host_intel(const Function &function) {
    host_task(function);
  }
  /// @}

  /// @{ A function that takes an interop_handle gives commands to its native queue; they are the
  /// command: they begin after what the command group depends on, and it ends with them. The
  /// function is called before submit returns, or for a graph, in finalize. It must not wait for
  /// its commands (sycl_ext_codeplay_enqueue_native_command; AdaptiveCpp has it by the second
  /// name). Throw errc::feature_not_supported where the device's queues take none.
  template <class Function>
  void ext_codeplay_enqueue_native_command([[maybe_unused]] Function &&function) {
#ifndef __SYCL_DEVICE_ONLY__
    setNativeCommand(detail::HostTaskCall<std::decay_t<Function>>(function));
#endif
  }
  template <class Function> void AdaptiveCpp_enqueue_custom_operation(Function &&function) {
    ext_codeplay_enqueue_native_command(std::forward<Function>(function));
  }
  template <class Function> void hipSYCL_enqueue_custom_operation(Function &&function) {
    ext_codeplay_enqueue_native_command(std::forward<Function>(function));
  }
  /// @}

  /// @{ The command copies what an accessor describes: from or to dense memory of the host, or to
  /// the begin of what another one describes.
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U>
  void copy(accessor<T, Dimensions, Mode, Target, IsPlaceholder> source,
            std::shared_ptr<U> destination);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U>
  void copy(std::shared_ptr<U> source,
            accessor<T, Dimensions, Mode, Target, IsPlaceholder> destination);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U>
  void copy(accessor<T, Dimensions, Mode, Target, IsPlaceholder> source, U *destination);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U>
  void copy(const U *source, accessor<T, Dimensions, Mode, Target, IsPlaceholder> destination);
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder, typename U, int OtherDimensions,
            access_mode OtherMode, target OtherTarget, access::placeholder IsOtherPlaceholder>
  void copy(accessor<T, Dimensions, Mode, Target, IsPlaceholder> source,
            accessor<U, OtherDimensions, OtherMode, OtherTarget, IsOtherPlaceholder> destination);
  /// @}

  /// The command makes the contents of a buffer valid in the host's memory of it.
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  void update_host(accessor<T, Dimensions, Mode, Target, IsPlaceholder> of);
  /// The same on the device of the queue (ACPP_EXT_UPDATE_DEVICE).
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  void update(accessor<T, Dimensions, Mode, Target, IsPlaceholder> of);

  /// The command assigns a value to each element of an accessor.
  template <typename T, int Dimensions, access_mode Mode, target Target,
            access::placeholder IsPlaceholder>
  void fill(accessor<T, Dimensions, Mode, Target, IsPlaceholder> destination,
            const detail::NotDeduced<T> &pattern);

private:
  friend class queue;
  friend struct detail::Access;
  friend struct detail::ReductionLaunch;
  friend struct detail::FreeFunctionLaunch;
  explicit handler(detail::CommandGroup &group) : impl_(&group) {}

  template <class Name, int Dimensions, class Function>
  URSA_SYCL_LOCAL void overRange(const range<Dimensions> &extent, const Function &function) {
    define<Name, detail::OverRange<Dimensions, false>>(function, detail::LaunchShape(extent));
  }
  template <class Name, class Form, class Space, class Properties, class First, class... Rest>
  URSA_SYCL_LOCAL void launchWith(const Space &space, const Properties &properties,
                                  const First &first, const Rest &...rest) {
    if constexpr (sizeof...(Rest) > 0) {
      detail::reduceWith<Name>(*this, space, properties, first, rest...);
    } else {
      const detail::LaunchShape shape =
          detail::withProperties(detail::LaunchShape(space), properties);
      if constexpr (std::is_same_v<First, kernel>)
        setKernel(first, shape);
      else
        define<Name, Form, Properties>(first, shape);
    }
  }
  template <class Name, class Form, class... Properties, class Function>
  URSA_SYCL_LOCAL void define(const Function &function, const detail::LaunchShape &shape) {
    using KernelName = detail::KernelName<Name, Function>;
#ifdef __SYCL_DEVICE_ONLY__
    detail::KernelEntry<KernelName, Function, Form, Properties...,
                        detail::OwnProperties<Function>>::define(function);
    (void)shape;
#else
    setKernel(detail::describeKernel<KernelName, Function>(), detail::KernelObject(function),
              detail::shapeFor(function, shape), URSA_SYCL_VERSION);
#endif
  }

  void setKernel(const detail::KernelDescription *kernel, detail::KernelObject object,
                 const detail::LaunchShape &shape, int version);
  void setKernel(const kernel &kernel, const detail::LaunchShape &shape);
  /// @param argument is read when the command is enqueued
  void setArgument(int index, detail::KernelArgument argument);
  void setDynamic(int index, const std::shared_ptr<detail::DynamicParameterImpl> &parameter);
  void requireDynamic(const std::shared_ptr<detail::DynamicParameterImpl> &parameter);
  void useKernel(const kernel &kernel);
  void useBundle(const std::shared_ptr<detail::KernelBundleImpl> &bundle);
  /// The memory of a device_global on the device of the queue, from @p offset on. Throws
  /// errc::invalid for a part beyond the end.
  void *globalMemory(const void *variable, size_t size, size_t offset);
  /// Memory of the device for the command of this group.
  std::shared_ptr<detail::TakenBlock> reductionMemory(size_t bytes, void **pointer);
  /// The work-groups that suit the device, at least one.
  detail::RangeGroups reductionGroups(size_t rows, size_t columns) const;
  /// The command is one or two kernels, one after the other, with their memory, if any.
  void setReduction(const detail::ReductionStep *steps, unsigned count,
                    std::shared_ptr<detail::TakenBlock> memory, int version);
  void setHostTask(detail::HostTask task);
  void setNativeCommand(detail::HostTask function);
  /// @param keepAlive owns memory of the host that the copy uses, or null
  void setCopy(const detail::MemoryBox &destination, const detail::MemoryBox &source,
               std::shared_ptr<const void> keepAlive);
  void setFill(const detail::MemoryBox &destination, const void *pattern);
  void setUpdate(const detail::MemoryBox &of);
  void setDeviceUpdate(const detail::MemoryBox &of);
  void setConstant(const char *id, const void *value, size_t size);
  void getConstant(const char *id, void *value, size_t size, const void *defaultValue) const;
  void fillBytes(
      void *pointer, const void *pattern, size_t patternSize, size_t count,
      ext::oneapi::experimental::node_type type = ext::oneapi::experimental::node_type::memfill);
  void copyRows(void *destination, size_t destinationPitch, const void *source, size_t sourcePitch,
                size_t width, size_t height);
  void fillRows(void *destination, size_t pitch, const void *pattern, size_t patternSize,
                size_t width, size_t height);
  void setGraph(const std::shared_ptr<detail::ExecutableGraphImpl> &graph);

  detail::CommandGroup *impl_;
};

} // namespace sycl
} // namespace ursa_sycl
