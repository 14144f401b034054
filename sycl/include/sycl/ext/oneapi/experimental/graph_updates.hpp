// What changes commands of graphs before they are updated: dynamic parameters and dynamic command
// groups (sycl_ext_oneapi_graph).
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/ext/oneapi/experimental/graph.hpp>

#include <functional>
#include <memory>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

class DynamicGroupImpl;
class DynamicParameterImpl;
URSA_SYCL_EXPORT std::shared_ptr<DynamicParameterImpl> makeDynamicParameter(KernelArgument value);
URSA_SYCL_EXPORT void updateParameter(DynamicParameterImpl &parameter, KernelArgument value);
URSA_SYCL_EXPORT std::shared_ptr<DynamicGroupImpl>
makeDynamicGroup(const std::shared_ptr<GraphImpl> &graph,
                 const std::vector<std::function<void(handler &)>> &functions);
URSA_SYCL_EXPORT size_t addNode(const std::shared_ptr<GraphImpl> &graph,
                                const std::shared_ptr<DynamicGroupImpl> &group,
                                std::vector<size_t> after, bool afterLeaves);
URSA_SYCL_EXPORT size_t activeIndex(const DynamicGroupImpl &group);
URSA_SYCL_EXPORT void setActiveIndex(DynamicGroupImpl &group, size_t index);

} // namespace detail

namespace ext::oneapi::experimental {

/// A value that handler::set_arg makes an argument of kernels, and that can be changed later.
/// Copies are the same parameter. Thread safe.
/// @tparam T a pointer, an accessor, or a type that is copied byte by byte
template <typename T>
class dynamic_parameter
    : public sycl::detail::Shared<dynamic_parameter<T>, sycl::detail::DynamicParameterImpl> {
  using Base = sycl::detail::Shared<dynamic_parameter<T>, sycl::detail::DynamicParameterImpl>;

public:
  explicit dynamic_parameter([[maybe_unused]] const T &initialValue)
#ifndef __SYCL_DEVICE_ONLY__
      : Base(sycl::detail::makeDynamicParameter(sycl::detail::keepArgument(initialValue)))
#endif
  {
  }
  dynamic_parameter(command_graph<graph_state::modifiable>, const T &initialValue)
      : dynamic_parameter(initialValue) {}

  /// Changes the argument in all nodes that have it; in executable graphs when they are updated.
  void update([[maybe_unused]] const T &newValue) {
#ifndef __SYCL_DEVICE_ONLY__
    sycl::detail::updateParameter(*this->impl_, sycl::detail::keepArgument(newValue));
#endif
  }
};
template <typename T> dynamic_parameter(const T &) -> dynamic_parameter<T>;
template <typename T>
dynamic_parameter(command_graph<graph_state::modifiable>, const T &) -> dynamic_parameter<T>;

/// Commands of which a node has one at a time: kernels, or host tasks. Copies are the same group.
/// Thread safe.
class dynamic_command_group
    : public sycl::detail::Shared<dynamic_command_group, sycl::detail::DynamicGroupImpl> {
public:
  /// Calls the functions, of which the first one is active. Throws errc::invalid if there is none,
  /// for other commands, and for kernels beside host tasks.
  dynamic_command_group(const command_graph<graph_state::modifiable> &graph,
                        const std::vector<std::function<void(handler &)>> &functions)
      : Shared(sycl::detail::makeDynamicGroup(sycl::detail::implOf(graph), functions)) {}

  size_t get_active_index() const { return sycl::detail::activeIndex(*impl_); }
  /// The nodes have this command; in executable graphs when they are updated. Throws errc::invalid
  /// for an index that is none.
  void set_active_index(size_t index) { sycl::detail::setActiveIndex(*impl_, index); }
};

inline node command_graph<graph_state::modifiable>::add(dynamic_command_group &group,
                                                        const property_list &properties) {
  return {impl_,
          sycl::detail::addNode(impl_, sycl::detail::implOf(group), dependencies(properties),
                                properties.has_property<property::node::depends_on_all_leaves>())};
}

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl

template <typename T> struct std::hash<sycl::ext::oneapi::experimental::dynamic_parameter<T>> {
  std::size_t
  operator()(const sycl::ext::oneapi::experimental::dynamic_parameter<T> &object) const {
    return std::hash<const void *>()(sycl::detail::implOf(object).get());
  }
};
URSA_SYCL_HASH(sycl::ext::oneapi::experimental::dynamic_command_group)
