// Scoped parallelism of AdaptiveCpp (ACPP_EXT_SCOPED_PARALLELISM_V2): kernels whose groups are
// divided into smaller groups, and these into logical work-items:
//
//   queue.parallel(groups, size, [=](auto group) {
//     distribute_groups(group, [&](auto part) {
//       distribute_items(part, [&](s_item<1> item) { ... });
//     });
//   });
//
// Each logical work-item is one work-item of the launch, which is over an nd_range. Work-groups are
// divided into sub-groups where these divide the rows of the group, otherwise into work-items.
#pragma once

#include <sycl/ext/oneapi/group_local_memory.hpp>
#include <sycl/handler.hpp>

#include <cstddef>
#include <new>
#include <tuple>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

template <class Properties> class s_group;
template <int Dimensions> class s_item;

namespace detail {

/// What the type of a scoped group tells.
template <int Dimensions, memory_scope Scope> struct ScopedProperties {
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope scope = Scope;
};
template <int Dimensions, memory_scope Scope>
using ScopedGroup = s_group<ScopedProperties<Dimensions, Scope>>;

struct ScopedGroups;
struct NoCopies {};

} // namespace detail

/// A logical work-item.
template <int Dimensions> class s_item {
public:
  static constexpr int dimensions = Dimensions;

  range<Dimensions> get_global_range() const { return detail::queryGlobalRange<Dimensions>(); }
  std::size_t get_global_range(int dimension) const { return get_global_range()[dimension]; }
  std::size_t get_global_linear_range() const { return get_global_range().size(); }
  id<Dimensions> get_global_id() const { return detail::queryGlobalId<Dimensions>(); }
  std::size_t get_global_id(int dimension) const { return get_global_id()[dimension]; }
  std::size_t get_global_linear_id() const {
    return detail::linearId(get_global_id(), get_global_range());
  }

  /// @{ In the group that the items are distributed of.
  range<Dimensions> get_innermost_local_range() const { return innermost_; }
  std::size_t get_innermost_local_range(int dimension) const { return innermost_[dimension]; }
  std::size_t get_innermost_local_linear_range() const { return innermost_.size(); }
  id<Dimensions> get_innermost_local_id() const { return local_ - first_; }
  std::size_t get_innermost_local_id(int dimension) const {
    return local_[dimension] - first_[dimension];
  }
  std::size_t get_innermost_local_linear_id() const {
    return detail::linearId(get_innermost_local_id(), innermost_);
  }
  /// @}

  /// @{ In a group around it.
  template <class Group> id<Dimensions> get_local_id(const Group &in) const {
    return in.get_logical_local_id(*this);
  }
  template <class Group> std::size_t get_local_id(const Group &in, int dimension) const {
    return in.get_logical_local_id(*this, dimension);
  }
  template <class Group> std::size_t get_local_linear_id(const Group &in) const {
    return in.get_logical_local_linear_id(*this);
  }
  template <class Group> range<Dimensions> get_local_range(const Group &of) const {
    return of.get_logical_local_range();
  }
  template <class Group> std::size_t get_local_range(const Group &of, int dimension) const {
    return of.get_logical_local_range(dimension);
  }
  template <class Group> std::size_t get_local_linear_range(const Group &of) const {
    return of.get_logical_local_linear_range();
  }
  /// @}

  friend bool operator==(const s_item &a, const s_item &b) { return a.local_ == b.local_; }
  friend bool operator!=(const s_item &a, const s_item &b) { return !(a == b); }

private:
  friend struct detail::ScopedGroups;
  template <class Properties> friend class s_group;
  s_item(const id<Dimensions> &local, const id<Dimensions> &first,
         const range<Dimensions> &innermost)
      : local_(local), first_(first), innermost_(innermost) {}

  id<Dimensions> local_; ///< in the work-group
  id<Dimensions> first_; ///< of the innermost group, in the work-group
  range<Dimensions> innermost_;
};

/// A work-group, a part of it, or a work-item, as fence_scope tells.
template <class Properties>
class s_group
    : public std::conditional_t<Properties::scope == memory_scope::work_group,
                                detail::GroupCopies<s_group<Properties>>, detail::NoCopies> {
public:
  static constexpr int dimensions = Properties::dimensions;
  static constexpr memory_scope fence_scope = Properties::scope;
  using id_type = id<dimensions>;
  using range_type = range<dimensions>;
  using linear_id_type = std::size_t;

  /// @{ In the group that it is a part of; for work-groups in the launch.
  id_type get_group_id() const { return id_; }
  std::size_t get_group_id(int dimension) const { return id_[dimension]; }
  linear_id_type get_group_linear_id() const { return detail::linearId(id_, groups_); }
  range_type get_group_range() const { return groups_; }
  std::size_t get_group_range(int dimension) const { return groups_[dimension]; }
  std::size_t get_group_linear_range() const { return groups_.size(); }
  std::size_t operator[](int dimension) const { return id_[dimension]; }
  /// @}

  id_type get_logical_local_id(const s_item<dimensions> &item) const {
    return item.local_ - first_;
  }
  std::size_t get_logical_local_id(const s_item<dimensions> &item, int dimension) const {
    return item.local_[dimension] - first_[dimension];
  }
  linear_id_type get_logical_local_linear_id(const s_item<dimensions> &item) const {
    return detail::linearId(get_logical_local_id(item), local_);
  }
  id_type get_local_id(const s_item<dimensions> &item) const { return get_logical_local_id(item); }
  std::size_t get_local_id(const s_item<dimensions> &item, int dimension) const {
    return get_logical_local_id(item, dimension);
  }
  linear_id_type get_local_linear_id(const s_item<dimensions> &item) const {
    return get_logical_local_linear_id(item);
  }
  range_type get_logical_local_range() const { return local_; }
  std::size_t get_logical_local_range(int dimension) const { return local_[dimension]; }
  std::size_t get_logical_local_linear_range() const { return local_.size(); }

  id_type get_physical_local_id() const { return detail::queryLocalId<dimensions>() - first_; }
  std::size_t get_physical_local_id(int dimension) const {
    return get_physical_local_id()[dimension];
  }
  std::size_t get_physical_local_linear_id() const {
    return detail::linearId(get_physical_local_id(), local_);
  }
  range_type get_physical_local_range() const { return local_; }
  std::size_t get_physical_local_range(int dimension) const { return local_[dimension]; }
  std::size_t get_physical_local_linear_range() const { return local_.size(); }
  bool leader() const { return get_physical_local_id() == id_type(); }

  /// @{ Deprecated names.
  id_type get_local_id() const { return get_physical_local_id(); }
  std::size_t get_local_id(int dimension) const { return get_physical_local_id(dimension); }
  linear_id_type get_local_linear_id() const { return get_physical_local_linear_id(); }
  range_type get_local_range() const { return local_; }
  std::size_t get_local_range(int dimension) const { return local_[dimension]; }
  std::size_t get_local_linear_range() const { return local_.size(); }
  /// @}

private:
  friend struct detail::ScopedGroups;
  friend class detail::GroupCopies<s_group>;
  s_group(const id_type &id, const range_type &groups, const range_type &local,
          const id_type &first)
      : id_(id), groups_(groups), local_(local), first_(first) {}
  std::size_t copyFirst() const { return get_physical_local_linear_id(); }
  std::size_t copyStep() const { return local_.size(); }

  id_type id_;
  range_type groups_;
  range_type local_; ///< logical and physical
  id_type first_;    ///< work-item, in the work-group
};

namespace detail {

struct ScopedGroups {
  template <int D> static ScopedGroup<D, memory_scope::work_group> workGroup() {
    return {queryGroupId<D>(), queryGroupRange<D>(), queryLocalRange<D>(), id<D>()};
  }
  template <class Properties> static auto item(const s_group<Properties> &group) {
    constexpr int kDimensions = Properties::dimensions;
    return s_item<kDimensions>(queryLocalId<kDimensions>(), group.first_, group.local_);
  }
  /// The calling work-item as a part of a group.
  template <class Properties> static auto scalar(const s_group<Properties> &group) {
    constexpr int kDimensions = Properties::dimensions;
    return ScopedGroup<kDimensions, memory_scope::work_item>(group.get_physical_local_id(),
                                                             group.local_, range<kDimensions>() + 1,
                                                             queryLocalId<kDimensions>());
  }
  /// Its sub-group, of @p size consecutive work-items of a row.
  template <int D>
  static auto subGroup(const ScopedGroup<D, memory_scope::work_group> &group, std::size_t size) {
    id<D> first = queryLocalId<D>();
    id<D> number = first;
    range<D> count = group.local_;
    range<D> local = range<D>() + 1;
    number[D - 1] /= size;
    first[D - 1] = number[D - 1] * size;
    count[D - 1] /= size;
    local[D - 1] = size;
    return ScopedGroup<D, memory_scope::sub_group>(number, count, local, first);
  }
};

/// The kernel of handler::parallel.
template <int D, class Function> struct ScopedKernel {
  using Group = ScopedGroup<D, memory_scope::work_group>;

  template <class... More,
            class = std::enable_if_t<std::is_invocable_v<const Function &, Group, More &...>>>
  void operator()(nd_item<D>, More &...more) const {
    function(ScopedGroups::workGroup<D>(), more...);
  }

  Function function;
};

template <int D, class Argument> decltype(auto) scopedArgument(const Argument &argument) {
  if constexpr (IsReduction<Argument>::value)
    return (argument);
  else
    return ScopedKernel<D, Argument>{argument};
}

template <class Name, int D, class... Arguments>
URSA_SYCL_LOCAL void launchScoped(handler &group, const range<D> &groups, const range<D> &size,
                                  const Arguments &...arguments) {
  group.template parallel_for<Name>(nd_range<D>(groups * size, size),
                                    scopedArgument<D>(arguments)...);
}

} // namespace detail

/// Waits for all work-items of the group.
template <class Properties>
void group_barrier([[maybe_unused]] const s_group<Properties> &group,
                   [[maybe_unused]] memory_scope scope = Properties::scope) {
  if constexpr (Properties::scope == memory_scope::work_group)
    group_barrier(detail::makeGroup<Properties::dimensions>(), scope);
  else if constexpr (Properties::scope == memory_scope::sub_group)
    group_barrier(detail::KernelObjects::subGroup(), scope);
  else if (scope != memory_scope::work_item)
    atomic_fence(memory_order::acq_rel, scope);
}

/// @{ Call a function for each logical work-item of a group, for each group that it is divided
/// into, or once. All work-items of the group call them; "and_wait" has a barrier of the group
/// behind.
template <class Properties, class Function>
void distribute_items(const s_group<Properties> &group, Function function) {
  function(detail::ScopedGroups::item(group));
}
template <class Properties, class Function>
void distribute_items_and_wait(const s_group<Properties> &group, Function function) {
  distribute_items(group, function);
  group_barrier(group);
}
template <class Properties, class Function>
void distribute_groups(const s_group<Properties> &group, Function function) {
  if constexpr (Properties::scope == memory_scope::work_group) {
    const std::size_t size = detail::oclMaxSubGroupSize();
    if (size > 1 && group.get_logical_local_range(Properties::dimensions - 1) % size == 0)
      return function(detail::ScopedGroups::subGroup<Properties::dimensions>(group, size));
  }
  function(detail::ScopedGroups::scalar(group));
}
template <class Properties, class Function>
void distribute_groups_and_wait(const s_group<Properties> &group, Function function) {
  distribute_groups(group, function);
  group_barrier(group);
}
template <class Properties, class Function>
void single_item(const s_group<Properties> &group, Function function) {
  if (group.leader())
    function();
}
template <class Properties, class Function>
void single_item_and_wait(const s_group<Properties> &group, Function function) {
  single_item(group, function);
  group_barrier(group);
}
/// @}

/// A variable of each logical work-item that lives as long as the function of its group.
template <class T, class Group> class s_private_memory {
public:
  explicit s_private_memory(const Group &) {}
  s_private_memory(const Group &, const T &value) : value_(value) {}
  s_private_memory(const s_private_memory &) = delete;
  s_private_memory &operator=(const s_private_memory &) = delete;

  T &operator()(const s_item<Group::dimensions> &) noexcept { return value_; }

private:
  T value_;
};

/// A variable in local memory. Each one in the source is memory of its own.
template <class T, class Group> class local_memory {
  static_assert(Group::fence_scope == memory_scope::work_group,
                "Local memory belongs to work-groups.");

public:
  using scalar_type = std::remove_extent_t<T>;

  __attribute__((always_inline)) explicit local_memory(const Group &)
      : memory_((T *)(__URSA_LOCAL T *)detail::allocateLocalMemory(sizeof(T), alignof(T))) {}
  local_memory(const local_memory &) = delete;
  local_memory &operator=(const local_memory &) = delete;

  template <class U = T, class = std::enable_if_t<std::is_array_v<U>>>
  scalar_type &operator[](std::size_t index) const noexcept {
    return (*memory_)[index];
  }
  T &operator()() const noexcept { return *memory_; }

private:
  T *memory_;
};

namespace detail {

struct NoValue {};

/// @{ What require_local_mem and require_private_mem return.
template <class T, class Value> struct LocalRequest {
  static_assert(std::is_trivially_destructible_v<T>,
                "Nothing destroys objects in local memory: their types are trivial to destroy.");
  Value value;

  template <class Group> struct Held {
    __attribute__((always_inline)) Held(const Group &group, const LocalRequest &request)
        : memory(group) {
      if constexpr (!std::is_same_v<Value, NoValue>) {
        group_barrier(group); // others may use the memory of an earlier call
        using Element = std::remove_all_extents_t<T>;
        if constexpr (std::is_array_v<T>) {
          auto *const elements = reinterpret_cast<Element *>(&memory());
          for (std::size_t i = group.get_physical_local_linear_id();
               i < sizeof(T) / sizeof(Element); i += group.get_physical_local_linear_range())
            elements[i] = request.value;
        } else if (group.leader()) {
          new (static_cast<void *>(&memory())) T(request.value);
        }
        group_barrier(group);
      }
    }
    T &get() { return memory(); }
    local_memory<T, Group> memory;
  };
};
template <class T, class Value> struct PrivateRequest {
  Value value;

  template <class Group> struct Held {
    Held(const Group &group, const PrivateRequest &request) : memory(make(group, request)) {}
    static s_private_memory<T, Group> make(const Group &group, const PrivateRequest &request) {
      if constexpr (std::is_same_v<Value, NoValue>)
        return s_private_memory<T, Group>((void(request), group));
      else
        return s_private_memory<T, Group>(group, request.value);
    }
    s_private_memory<T, Group> &get() { return memory; }
    s_private_memory<T, Group> memory;
  };
};
/// @}

/// Holds what the next request asks for, until the function, which comes last, has returned.
template <class Group, class Memory, class Next, class... Rest>
__attribute__((always_inline)) inline void enterEnvironment(const Group &group, Memory memory,
                                                            const Next &next, const Rest &...rest) {
  if constexpr (sizeof...(Rest) == 0) {
    std::apply(next, memory);
  } else {
    typename Next::template Held<Group> held(group, next);
    enterEnvironment(group, std::tuple_cat(memory, std::tie(held.get())), rest...);
  }
}

} // namespace detail

/// @{ Memory of type T for memory_environment, with or without a value: in local memory, or for
/// each logical work-item. The value of an array is that of its elements.
template <class T> detail::LocalRequest<T, detail::NoValue> require_local_mem() { return {}; }
template <class T, class Value>
detail::LocalRequest<T, Value> require_local_mem(const Value &value) {
  return {value};
}
template <class T> detail::PrivateRequest<T, detail::NoValue> require_private_mem() { return {}; }
template <class T> detail::PrivateRequest<T, T> require_private_mem(const T &value) {
  return {value};
}
/// @}

/// @{ Calls a function, the last argument, with references to the memory that is required. All
/// work-items of the work-group call it.
template <class Properties, class... Arguments>
__attribute__((always_inline)) inline void memory_environment(const s_group<Properties> &group,
                                                              const Arguments &...arguments) {
  detail::enterEnvironment(group, std::tuple<>(), arguments...);
}
template <class T, class Properties, class Function>
__attribute__((always_inline)) inline void
local_memory_environment(const s_group<Properties> &group, const Function &function) {
  memory_environment(group, require_local_mem<T>(), function);
}
template <class T, class Properties, class Function>
__attribute__((always_inline)) inline void
private_memory_environment(const s_group<Properties> &group, const Function &function) {
  memory_environment(group, require_private_mem<T>(), function);
}
/// @}

} // namespace sycl
} // namespace ursa_sycl
