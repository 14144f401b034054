// Properties of launches (sycl_ext_oneapi_kernel_properties, sycl_ext_oneapi_root_group,
// sycl_ext_oneapi_cuda_cluster_launch, sycl_ext_oneapi_work_group_scratch_memory), before the
// kernel function of single_task and parallel_for:
//
//   queue.parallel_for(space, properties(use_root_sync), function);
//
// A function object may also have them itself: auto get(properties_tag) const.
#pragma once

#include <sycl/detail/launch.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/experimental/properties.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

/// The parameter of a function object's member get, which returns its properties.
struct properties_tag {};

/// Whether a property is part of what the compiler makes of a kernel. Ursa's compiler knows none.
template <typename> struct has_compile_time_kernel_effect : std::false_type {};
template <typename Property>
inline constexpr bool has_compile_time_kernel_effect_v =
    has_compile_time_kernel_effect<Property>::value;

namespace detail {

/// The sizes in the dimensions of a range.
template <size_t... Dims> struct SizeMembers {
  static constexpr int dimensions = sizeof...(Dims);
  constexpr size_t operator[](int dimension) const {
    constexpr size_t sizes[] = {Dims...};
    return sizes[dimension];
  }
};

} // namespace detail

/// @{ The work-groups of the launch, as of the attribute reqd_work_group_size. A launch over a
/// range has work-groups of this size. Throw errc::nd_range for an nd_range with others.
struct work_group_size_key {
  template <size_t... Dims>
  using value_t = property_value<work_group_size_key, std::integral_constant<size_t, Dims>...>;
};
template <size_t... Dims> inline constexpr work_group_size_key::value_t<Dims...> work_group_size;
/// @}

/// @{ Has no effect.
struct work_group_size_hint_key {
  template <size_t... Dims>
  using value_t = property_value<work_group_size_hint_key, std::integral_constant<size_t, Dims>...>;
};
template <size_t... Dims>
inline constexpr work_group_size_hint_key::value_t<Dims...> work_group_size_hint;
/// @}

/// @{ All work-groups run at once, so that they may wait for each other. Throws errc::nd_range if
/// there are more of them than kernel::ext_oneapi_get_info tells
/// (info::kernel_queue_specific::max_num_work_groups), errc::feature_not_supported on devices that
/// have no such launches.
struct use_root_sync_key {
  using value_t = property_value<use_root_sync_key>;
};
inline constexpr use_root_sync_key::value_t use_root_sync;
/// @}

/// Bytes of local memory of each work-group of an nd_range, which get_work_group_scratch_memory
/// returns. Launches throw errc::invalid without an nd_range, and if the device has less.
struct work_group_scratch_size {
  using key_t = work_group_scratch_size;

  constexpr explicit work_group_scratch_size(size_t bytes) : size(bytes) {}
  size_t size;
};
using work_group_scratch_size_key = work_group_scratch_size;
constexpr bool operator==(const work_group_scratch_size &a, const work_group_scratch_size &b) {
  return a.size == b.size;
}
constexpr bool operator!=(const work_group_scratch_size &a, const work_group_scratch_size &b) {
  return !(a == b);
}

namespace detail {

template <size_t... Dims>
struct ValueMembers<work_group_size_key, std::integral_constant<size_t, Dims>...>
    : SizeMembers<Dims...> {};
template <size_t... Dims>
struct ValueMembers<work_group_size_hint_key, std::integral_constant<size_t, Dims>...>
    : SizeMembers<Dims...> {};

} // namespace detail

namespace cuda {

/// Work-groups of a cluster, which divide those of the launch in each dimension, as an nd_range has
/// them. Launches throw errc::feature_not_supported on devices without aspect
/// ext_oneapi_cuda_cluster_group.
template <int Dimensions> struct cluster_size {
  using key_t = cluster_size;

  cluster_size(const range<Dimensions> &size) : size_(size) {}
  range<Dimensions> get_cluster_size() const { return size_; }

private:
  range<Dimensions> size_;
};
template <int Dimensions> using cluster_size_key = cluster_size<Dimensions>;

} // namespace cuda

template <> struct is_property_key<work_group_size_key> : std::true_type {};
template <> struct is_property_key<work_group_size_hint_key> : std::true_type {};
template <> struct is_property_key<use_root_sync_key> : std::true_type {};
template <> struct is_property_key<work_group_scratch_size> : std::true_type {};
template <> struct is_property_value<work_group_scratch_size> : std::true_type {};
template <int Dimensions>
struct is_property_key<cuda::cluster_size<Dimensions>> : std::true_type {};
template <int Dimensions>
struct is_property_value<cuda::cluster_size<Dimensions>> : std::true_type {};

} // namespace ext::oneapi::experimental

namespace detail {

template <class T>
inline constexpr bool isPropertyList =
    ext::oneapi::experimental::is_property_list_v<std::decay_t<T>>;
template <class T> using EnableProperties = std::enable_if_t<isPropertyList<T>, int>;

/// Whether the value of a property has no effect.
template <class Value> inline constexpr bool isHint = false;
template <size_t... Dims>
inline constexpr bool
    isHint<ext::oneapi::experimental::work_group_size_hint_key::value_t<Dims...>> = true;

/// Makes a launch have the properties of a list. Throws.
class LaunchPropertyReader {
public:
  explicit LaunchPropertyReader(LaunchShape &shape) : shape_(shape) {}

  template <class... Values>
  void read(const ext::oneapi::experimental::properties<std::tuple<Values...>> &list) {
    (add(list.template get_property<typename Values::key_t>()), ...);
  }

private:
  template <size_t... Dims>
  void add(ext::oneapi::experimental::work_group_size_key::value_t<Dims...>) {
    static_assert(((Dims > 0) && ...), "Work-groups have at least one work-item.");
    checkDimensions(sizeof...(Dims), "work_group_size");
    const size_t size[] = {Dims...};
    size_t *const given = shape_.hierarchical[0] != 0 ? shape_.hierarchical : shape_.local;
    for (unsigned i = 0; i < shape_.dimensions; ++i) {
      if (shape_.hasLocal && given[i] != size[i])
        throw exception(make_error_code(errc::nd_range),
                        "A kernel with the property work_group_size needs work-groups of " +
                            std::to_string(size[i]) + " work-items in dimension " +
                            std::to_string(i) + "; it is launched with " +
                            std::to_string(given[i]) + ".");
      given[i] = size[i];
    }
    shape_.hasLocal = true;
  }
  template <class Value, std::enable_if_t<isHint<Value>, int> = 0> void add(const Value &) {}
  void add(ext::oneapi::experimental::use_root_sync_key::value_t) { shape_.isCooperative = true; }
  void add(const ext::oneapi::experimental::work_group_scratch_size &memory) {
    if (!shape_.hasLocal || shape_.hierarchical[0] != 0)
      throw exception(make_error_code(errc::invalid),
                      "The property work_group_scratch_size is for launches over an nd_range.");
    shape_.scratch = memory.size;
  }
  template <int Dimensions>
  void add(const ext::oneapi::experimental::cuda::cluster_size<Dimensions> &cluster) {
    checkDimensions(Dimensions, "cluster_size");
    const range<Dimensions> size = cluster.get_cluster_size();
    for (int i = 0; i < Dimensions; ++i) {
      if (size[i] == 0 || size[i] > UINT32_MAX)
        throw exception(make_error_code(errc::nd_range),
                        "A cluster has " + std::to_string(size[i]) + " work-groups in dimension " +
                            std::to_string(i) +
                            "; give it at least one, and no more than the launch has.");
      shape_.cluster[i] = static_cast<uint32_t>(size[i]);
    }
  }
  void checkDimensions(size_t given, const char *property) const {
    if (given != shape_.dimensions)
      throw exception(make_error_code(errc::nd_range),
                      "The property " + std::string(property) + " has " + std::to_string(given) +
                          " dimensions; the launch has " + std::to_string(shape_.dimensions) + ".");
  }

  LaunchShape &shape_;
};

/// Returns a shape with the properties of a list, or unchanged for other types. Throws.
template <class Properties>
LaunchShape withProperties(LaunchShape shape, const Properties &properties) {
  LaunchPropertyReader(shape).read(properties);
  return shape;
}

template <class Function, class = void> inline constexpr bool hasOwnProperties = false;
template <class Function>
inline constexpr bool
    hasOwnProperties<Function, std::void_t<decltype(std::declval<Function &>().get(
                                   ext::oneapi::experimental::properties_tag()))>> = true;

/// Whether a list has no properties but hints.
template <class Properties> inline constexpr bool areHints = false;
template <class... Values>
inline constexpr bool areHints<ext::oneapi::experimental::properties<std::tuple<Values...>>> =
    (isHint<Values> && ...);

/// The properties that a function object has itself, also by a member get that is not const.
template <class Function> auto ownProperties([[maybe_unused]] const Function &function) {
  if constexpr (hasOwnProperties<Function>)
    return const_cast<Function &>(function).get(ext::oneapi::experimental::properties_tag());
  else
    return ext::oneapi::experimental::empty_properties_t();
}

/// The shape with the properties that a function object has itself. Throws.
template <class Function>
decltype(auto) shapeFor([[maybe_unused]] const Function &function, const LaunchShape &shape) {
  if constexpr (hasOwnProperties<Function>)
    return withProperties(shape, ownProperties(function));
  else
    return (shape);
}

/// The groups of a hierarchical kernel without a size: those of the property work_group_size, or of
/// one work-item.
template <int Dimensions, class Properties>
range<Dimensions> groupSizeOf([[maybe_unused]] const Properties &properties) {
  size_t size[3] = {1, 1, 1};
  using Key = ext::oneapi::experimental::work_group_size_key;
  if constexpr (Properties::template has_property<Key>())
    for (int i = 0; i < Dimensions && i < properties.template get_property<Key>().dimensions; ++i)
      size[i] = properties.template get_property<Key>()[i];
  if constexpr (Dimensions == 1)
    return range<1>(size[0]);
  else if constexpr (Dimensions == 2)
    return range<2>(size[0], size[1]);
  else
    return range<3>(size[0], size[1], size[2]);
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
