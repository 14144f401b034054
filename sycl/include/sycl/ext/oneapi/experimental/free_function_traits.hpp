// Functions as kernels (sycl_ext_oneapi_free_function_kernels):
//
//   SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((nd_range_kernel<1>)) void scale(float by, float *numbers);
//
//   nd_launch(queue, nd_range<1>(1024, 32), kernel_function<scale>, 2.0F, numbers);
//
// The compiler needs no help: naming the function makes a kernel whose object holds the parameters.
#pragma once

#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/kernel_bundle.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

/// Stands before the declaration of a function that is a kernel, with a property of it. Clang tells
/// the alignment of a function in constant expressions, which says what kind of kernel it is.
#if defined(__SYCL_DEVICE_ONLY__)
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)                                                     \
  [[gnu::aligned(::sycl::detail::functionAlignment(__VA_ARGS__))]] [[clang::annotate(              \
      "sycl::sub_group_size_or_none", ::sycl::detail::functionSubGroupSize(__VA_ARGS__))]]
#elif defined(__clang__)
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)                                                     \
  [[gnu::aligned(::sycl::detail::functionAlignment(__VA_ARGS__))]]
#else
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)
#endif

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

/// @{ Properties of functions: a kernel over an nd_range, or of one work-item.
struct nd_range_kernel_key {
  template <int Dimensions>
  using value_t = property_value<nd_range_kernel_key, std::integral_constant<int, Dimensions>>;
};
template <int Dimensions> inline constexpr nd_range_kernel_key::value_t<Dimensions> nd_range_kernel;
struct single_task_kernel_key {
  using value_t = property_value<single_task_kernel_key>;
};
inline constexpr single_task_kernel_key::value_t single_task_kernel;
template <> struct is_property_key<nd_range_kernel_key> : std::true_type {};
template <> struct is_property_key<single_task_kernel_key> : std::true_type {};
/// @}

/// Names a function that is launched.
template <auto *Func> struct kernel_function_s {};
template <auto *Func> inline constexpr kernel_function_s<Func> kernel_function;

} // namespace ext::oneapi::experimental

namespace detail {

/// Values of the parameters of a function, in their order.
template <class... Types> struct FreeParameters {};
template <class First, class... Rest> struct FreeParameters<First, Rest...> {
  First first;
  FreeParameters<Rest...> rest;
};

inline FreeParameters<> makeFreeParameters(const FreeParameters<> *) { return {}; }
template <class First, class... Rest, class Value, class... Values>
FreeParameters<First, Rest...> makeFreeParameters(const FreeParameters<First, Rest...> *,
                                                  Value &&value, Values &&...values) {
  if constexpr (sizeof...(Rest) == 0)
    return {static_cast<First>(std::forward<Value>(value)), {}};
  else
    return {static_cast<First>(std::forward<Value>(value)),
            makeFreeParameters(static_cast<const FreeParameters<Rest...> *>(nullptr),
                               std::forward<Values>(values)...)};
}

template <class First, class... Rest>
void placeFreeParameters(const FreeParameters<First, Rest...> &object, const std::byte *begin,
                         FreeParameter *places) {
  *places = {static_cast<size_t>(reinterpret_cast<const std::byte *>(&object.first) - begin),
             sizeof(First)};
  if constexpr (sizeof...(Rest) > 0)
    placeFreeParameters(object.rest, begin, places + 1);
}

/// The kernel that calls a function; it is the name of the kernel, too.
template <auto *Func, class... Types> struct FreeFunctionKernel {
  static_assert(std::is_void_v<decltype(Func(std::declval<Types>()...))>,
                "A function that is a kernel returns void.");
  static_assert((!std::is_reference_v<Types> && ...),
                "The parameters of a function that is a kernel are values, not references.");
  using Parameters = FreeParameters<Types...>;

  void operator()() const { call(parameters); }

  template <class... Values> static FreeFunctionKernel make(Values &&...values) {
    static_assert(sizeof...(Values) == sizeof...(Types),
                  "A function that is a kernel is launched with an argument for each parameter.");
    if constexpr (sizeof...(Values) == sizeof...(Types))
      return {makeFreeParameters(static_cast<const Parameters *>(nullptr),
                                 std::forward<Values>(values)...)};
    else
      return {};
  }

  Parameters parameters;

private:
  template <class... Before> static void call(const FreeParameters<> &, const Before &...before) {
    Func(before...);
  }
  template <class First, class... Rest, class... Before>
  static void call(const FreeParameters<First, Rest...> &next, const Before &...before) {
    call(next.rest, before..., next.first);
  }

public:
#ifndef __SYCL_DEVICE_ONLY__
  /// Tells the library where the parameters are, for handler::set_arg.
  static void describe(const KernelKey &key) {
    FreeParameter places[sizeof...(Types) + 1] = {};
    if constexpr (sizeof...(Types) > 0) {
      alignas(FreeFunctionKernel) std::byte object[sizeof(FreeFunctionKernel)];
      placeFreeParameters(reinterpret_cast<const FreeFunctionKernel *>(object)->parameters, object,
                          places);
    }
    setFreeFunction(key, describeKernel<FreeFunctionKernel, FreeFunctionKernel>(), places,
                    sizeof...(Types));
  }
#endif
};

template <auto *Func, class Type = std::remove_pointer_t<decltype(Func)>> struct FreeFunctionOf;
template <auto *Func, class... Types> struct FreeFunctionOf<Func, void(Types...)> {
  using type = FreeFunctionKernel<Func, Types...>;
};
template <auto *Func, class... Types> struct FreeFunctionOf<Func, void(Types...) noexcept> {
  using type = FreeFunctionKernel<Func, Types...>;
};
template <auto *Func> using FreeFunction = typename FreeFunctionOf<Func>::type;

template <auto *Func, class = void> inline constexpr bool isFreeFunction = false;
template <auto *Func>
inline constexpr bool isFreeFunction<Func, std::void_t<FreeFunction<Func>>> = true;

/// @{ The alignment of functions with a property, in bytes. Other functions have less.
inline constexpr size_t kSingleTaskAlignment = 32;
inline constexpr size_t kNdRangeAlignments[] = {64, 128, 256}; ///< by the number of dimensions
template <class Property> constexpr size_t functionAlignment(const Property &) { return 16; }
constexpr size_t
functionAlignment(const ext::oneapi::experimental::single_task_kernel_key::value_t &) {
  return kSingleTaskAlignment;
}
template <int Dimensions>
constexpr size_t
functionAlignment(const ext::oneapi::experimental::nd_range_kernel_key::value_t<Dimensions> &) {
  return kNdRangeAlignments[Dimensions - 1];
}
/// @}

/// @{ The size of sub-groups that a property requires; 0 for other properties.
template <class Property> constexpr std::uint32_t functionSubGroupSize(const Property &) {
  return 0;
}
template <std::uint32_t Size>
constexpr std::uint32_t
functionSubGroupSize(const ext::oneapi::experimental::sub_group_size_key::value_t<Size> &) {
  return Size;
}
/// @}

#ifdef __clang__
template <auto *Func, size_t Bytes>
inline constexpr bool
    isFunctionAligned = __builtin_constant_p(__builtin_is_aligned((const void *)Func, Bytes));
template <auto *Func, size_t Bytes>
inline constexpr bool isKernelOf =
    isFreeFunction<Func> &&isFunctionAligned<Func, Bytes> && !isFunctionAligned<Func, 2 * Bytes>;
#else // the properties are not known: any function may be a kernel
template <auto *Func, size_t> inline constexpr bool isKernelOf = isFreeFunction<Func>;
#endif
template <auto *Func, int Dimensions> constexpr bool isNdRangeKernel() {
  if constexpr (Dimensions >= 1 && Dimensions <= 3)
    return isKernelOf<Func, kNdRangeAlignments[Dimensions - 1]>;
  else
    return false;
}

/// Launches such kernels. They have one form, whatever the index space: they ask for their ids.
struct FreeFunctionLaunch {
  template <auto *Func, class... Values>
  URSA_SYCL_LOCAL static void by(handler &group, const LaunchShape &shape, Values &&...values) {
    group.template define<Unnamed, SingleTask>(
        FreeFunction<Func>::make(std::forward<Values>(values)...), shape);
  }
  template <auto *Func, class... Values>
  URSA_SYCL_LOCAL static void by(queue &to, const LaunchShape &shape, Values &&...values) {
    to.template launch<Unnamed, SingleTask>(
        FreeFunction<Func>::make(std::forward<Values>(values)...), shape, nullptr, 0);
  }
  /// Has the device pass compile the kernel.
  template <auto *Func> URSA_SYCL_LOCAL static void define() {
#ifdef __SYCL_DEVICE_ONLY__
    using Kernel = FreeFunction<Func>;
    KernelEntry<Kernel, Kernel, SingleTask>::define(Kernel());
#endif
  }
};

template <auto *Func> URSA_SYCL_LOCAL kernel_id freeFunctionId() {
  FreeFunctionLaunch::define<Func>();
  const kernel_id id = sycl::get_kernel_id<FreeFunction<Func>>();
#ifndef __SYCL_DEVICE_ONLY__
  FreeFunction<Func>::describe(*implOf(id));
#endif
  return id;
}

} // namespace detail

namespace ext::oneapi::experimental {

/// @{ Whether a function is declared as a kernel, as the property of its declaration says. With
/// other compilers than clang, all functions that return void are.
template <auto *Func, int Dimensions>
struct is_nd_range_kernel : std::bool_constant<sycl::detail::isNdRangeKernel<Func, Dimensions>()> {
};
template <auto *Func>
struct is_single_task_kernel
    : std::bool_constant<sycl::detail::isKernelOf<Func, sycl::detail::kSingleTaskAlignment>> {};
template <auto *Func>
struct is_kernel
    : std::bool_constant<is_single_task_kernel<Func>::value || is_nd_range_kernel<Func, 1>::value ||
                         is_nd_range_kernel<Func, 2>::value || is_nd_range_kernel<Func, 3>::value> {
};
template <auto *Func, int Dimensions>
inline constexpr bool is_nd_range_kernel_v = is_nd_range_kernel<Func, Dimensions>::value;
template <auto *Func>
inline constexpr bool is_single_task_kernel_v = is_single_task_kernel<Func>::value;
template <auto *Func> inline constexpr bool is_kernel_v = is_kernel<Func>::value;
/// @}

// For queues, which are passed by value, and for handlers.
#define URSA_SYCL_LAUNCH(TO)                                                                       \
  template <auto *Func, typename... Args>                                                          \
  URSA_SYCL_LOCAL void single_task(TO to, kernel_function_s<Func>, Args &&...args) {               \
    sycl::detail::FreeFunctionLaunch::by<Func>(to, sycl::detail::LaunchShape(),                    \
                                               std::forward<Args>(args)...);                       \
  }                                                                                                \
  template <auto *Func, int Dimensions, typename... Args>                                          \
  URSA_SYCL_LOCAL void nd_launch(TO to, nd_range<Dimensions> space, kernel_function_s<Func>,       \
                                 Args &&...args) {                                                 \
    sycl::detail::FreeFunctionLaunch::by<Func>(to, sycl::detail::LaunchShape(space),               \
                                               std::forward<Args>(args)...);                       \
  }                                                                                                \
  template <auto *Func, int Dimensions, typename Properties, typename... Args>                     \
  URSA_SYCL_LOCAL void nd_launch(TO to, launch_config<nd_range<Dimensions>, Properties> config,    \
                                 kernel_function_s<Func>, Args &&...args) {                        \
    sycl::detail::FreeFunctionLaunch::by<Func>(                                                    \
        to,                                                                                        \
        sycl::detail::withProperties(sycl::detail::LaunchShape(config.get_range()),                \
                                     config.get_properties()),                                     \
        std::forward<Args>(args)...);                                                              \
  }
/// @{ Enqueues a function with its arguments.
URSA_SYCL_LAUNCH(queue)
URSA_SYCL_LAUNCH(handler &)
/// @}
#undef URSA_SYCL_LAUNCH

/// @{ The kernel that a function is. A command group that runs it sets the arguments by
/// handler::set_arg.
template <auto *Func> URSA_SYCL_LOCAL kernel_id get_kernel_id() {
  return sycl::detail::freeFunctionId<Func>();
}
template <auto *Func, bundle_state State>
URSA_SYCL_LOCAL kernel_bundle<State> get_kernel_bundle(const context &context,
                                                       const std::vector<device> &devices) {
  return sycl::get_kernel_bundle<State>(context, devices,
                                        std::vector<kernel_id>{get_kernel_id<Func>()});
}
template <auto *Func, bundle_state State>
URSA_SYCL_LOCAL kernel_bundle<State> get_kernel_bundle(const context &context) {
  return get_kernel_bundle<Func, State>(context, context.get_devices());
}
template <auto *Func, bundle_state State>
URSA_SYCL_LOCAL bool has_kernel_bundle(const context &context, const std::vector<device> &devices) {
  return sycl::has_kernel_bundle<State>(context, devices,
                                        std::vector<kernel_id>{get_kernel_id<Func>()});
}
template <auto *Func, bundle_state State>
URSA_SYCL_LOCAL bool has_kernel_bundle(const context &context) {
  return has_kernel_bundle<Func, State>(context, context.get_devices());
}
template <auto *Func> URSA_SYCL_LOCAL bool is_compatible(const device &device) {
  return sycl::is_compatible({get_kernel_id<Func>()}, device);
}
/// @}

} // namespace ext::oneapi::experimental

template <bundle_state State>
template <auto *Func>
bool kernel_bundle<State>::ext_oneapi_has_kernel() const {
  return has_kernel(detail::freeFunctionId<Func>());
}
template <bundle_state State>
template <auto *Func>
bool kernel_bundle<State>::ext_oneapi_has_kernel(const device &device) const {
  return has_kernel(detail::freeFunctionId<Func>(), device);
}
template <bundle_state State>
template <auto *Func>
kernel kernel_bundle<State>::ext_oneapi_get_kernel() const {
  static_assert(State == bundle_state::executable, "Only executable bundles have kernels.");
  return getKernel(detail::freeFunctionId<Func>());
}

} // namespace sycl
} // namespace ursa_sycl
