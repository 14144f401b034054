// The classes kernel_id and kernel (SYCL 2020, 4.11.5 and 4.11.13).
#pragma once

#include <sycl/context.hpp>
#include <sycl/detail/kernel_entry.hpp>
#include <sycl/info/kernel.hpp>

inline namespace ursa_sycl {
namespace sycl {

enum class bundle_state { input, object, executable, ext_oneapi_source };
template <bundle_state State> class kernel_bundle;

class queue;

namespace detail {
class KernelImpl;
class KernelBundleImpl;

/// A kernel of a library, or of the program: libraries may have kernels of the same name.
struct KernelKey {
  std::uint64_t library; ///< 0: of any
  std::string name;
  friend bool operator==(const KernelKey &a, const KernelKey &b) {
    return a.library == b.library && a.name == b.name;
  }
  friend bool operator<(const KernelKey &a, const KernelKey &b) {
    return a.library != b.library ? a.library < b.library : a.name < b.name;
  }
};

/// Returns the kernel that code of a library means by a name. It outlives that library, which may
/// be closed.
/// @param here an address of the library
URSA_SYCL_EXPORT std::shared_ptr<const KernelKey> sharedKernelOf(const char *name,
                                                                 const void *here);

/// @{ Of functions that are kernels: where a parameter is in the kernel's object, in bytes.
struct FreeParameter {
  std::size_t offset;
  std::size_t size;
};
URSA_SYCL_EXPORT void setFreeFunction(const KernelKey &key, const KernelDescription *description,
                                      const FreeParameter *parameters, std::size_t count);
/// @}

/// Has an address of the library that is compiled.
URSA_SYCL_LOCAL inline const char hereInLibrary = 0;
} // namespace detail

namespace ext::oneapi::experimental::info::kernel_queue_specific {
/// @{ The largest work-groups, in work-items and in each dimension.
struct max_work_group_size {
  using return_type = std::size_t;
};
template <std::uint32_t Dimensions> struct max_work_item_sizes {
  using return_type = id<Dimensions>;
};
/// @}

/// @{ Of work-groups of a size: the largest sub-groups, as sub_group::get_max_local_range, and how
/// many sub-groups there are.
struct max_sub_group_size {
  using return_type = std::uint32_t;
};
struct num_sub_groups {
  using return_type = std::uint32_t;
};
/// @}

/// @{ The most work-groups of a launch with the property use_root_sync.
struct max_num_work_groups {
  using return_type = std::size_t;
};
struct max_num_work_group_sync : max_num_work_groups {};
/// @}
} // namespace ext::oneapi::experimental::info::kernel_queue_specific

namespace detail {
template <class Parameter>
inline constexpr bool isQueueSpecific =
    std::is_base_of_v<ext::oneapi::experimental::info::kernel_queue_specific::max_num_work_groups,
                      Parameter>;
template <>
inline constexpr bool
    isQueueSpecific<ext::oneapi::experimental::info::kernel_queue_specific::max_work_group_size> =
        true;
template <std::uint32_t Dimensions>
inline constexpr bool isQueueSpecific<
    ext::oneapi::experimental::info::kernel_queue_specific::max_work_item_sizes<Dimensions>> = true;
template <class> inline constexpr bool isWorkItemSizes = false;
template <std::uint32_t Dimensions>
inline constexpr bool isWorkItemSizes<
    ext::oneapi::experimental::info::kernel_queue_specific::max_work_item_sizes<Dimensions>> = true;
} // namespace detail

/// Identifies a kernel of the program.
class kernel_id {
public:
  kernel_id() = delete;
  const char *get_name() const noexcept { return impl_->name.c_str(); }

  friend bool operator==(const kernel_id &a, const kernel_id &b) { return *a.impl_ == *b.impl_; }
  friend bool operator!=(const kernel_id &a, const kernel_id &b) { return !(a == b); }

private:
  friend struct detail::Builder;
  friend struct detail::Access;
  explicit kernel_id(std::shared_ptr<const detail::KernelKey> impl) : impl_(std::move(impl)) {}

  std::shared_ptr<const detail::KernelKey> impl_;
};

/// Returns the ids of all kernels of the program.
URSA_SYCL_EXPORT std::vector<kernel_id> get_kernel_ids();

/// Returns the id of the kernel that a type names.
template <class KernelName> URSA_SYCL_LOCAL kernel_id get_kernel_id() {
#ifdef __SYCL_DEVICE_ONLY__
  return detail::Builder::make<kernel_id>(std::shared_ptr<const detail::KernelKey>());
#else
  return detail::Builder::make<kernel_id>(
      detail::sharedKernelOf(detail::nameOfKernel<KernelName>().c_str(), &detail::hereInLibrary));
#endif
}

/// A kernel of an executable kernel bundle.
class URSA_SYCL_EXPORT kernel : public detail::Shared<kernel, detail::KernelImpl> {
public:
  backend get_backend() const noexcept;
  context get_context() const;
  kernel_bundle<bundle_state::executable> get_kernel_bundle() const;

  template <class Parameter> typename Parameter::return_type get_info() const;
  template <class Parameter> typename Parameter::return_type get_info(const device &device) const;
  /// DPC++'s form for work-groups of a size, which makes no difference.
  template <class Parameter>
  typename Parameter::return_type get_info(const device &device, const range<3> &) const {
    static_assert(std::is_same_v<Parameter, info::kernel_device_specific::max_sub_group_size>,
                  "Only the largest size of sub-groups may be asked for with a size of groups.");
    return get_info<Parameter>(device);
  }
  template <class Parameter> typename Parameter::return_type get_backend_info() const {
    throw exception(make_error_code(errc::feature_not_supported),
                    "Kernels have no information that depends on the backend.");
  }

  /// @{ How the kernel may be launched in a queue, with work-groups of a size and local memory
  /// beside the kernel's own; without a size, with the largest work-groups. 0 if no launch can have
  /// such work-groups. Throws errc::invalid for a size with a 0, errc::feature_not_supported on
  /// devices that have no such launches.
  template <class Parameter>
  typename Parameter::return_type ext_oneapi_get_info(const queue &on) const {
    namespace query = ext::oneapi::experimental::info::kernel_queue_specific;
    using Result = typename Parameter::return_type;
    namespace specific = info::kernel_device_specific;
    if constexpr (std::is_same_v<Parameter, query::max_work_group_size>) {
      return get_info<specific::work_group_size>(deviceOf<Parameter>(on));
    } else if constexpr (detail::isWorkItemSizes<Parameter>) {
      const auto device = deviceOf<Parameter>(on);
      const std::size_t most = get_info<specific::work_group_size>(device);
      const auto sizes =
          device.template get_info<info::device::max_work_item_sizes<Result::dimensions>>();
      Result all;
      for (int i = 0; i < Result::dimensions; ++i)
        all[i] = sizes[i] < most ? sizes[i] : most;
      return all;
    } else {
      checkQueueSpecific<Parameter>();
      return maxWorkGroups(on, 0, nullptr, 0);
    }
  }
  template <class Parameter>
  typename Parameter::return_type ext_oneapi_get_info(const queue &on, std::size_t workGroup,
                                                      std::size_t localBytes) const {
    return ext_oneapi_get_info<Parameter>(on, range<1>(workGroup), localBytes);
  }
  template <class Parameter, int Dimensions>
  typename Parameter::return_type ext_oneapi_get_info(const queue &on,
                                                      const range<Dimensions> &workGroup,
                                                      std::size_t localBytes = 0) const {
    namespace query = ext::oneapi::experimental::info::kernel_queue_specific;
    if constexpr (std::is_same_v<Parameter, query::max_sub_group_size> ||
                  std::is_same_v<Parameter, query::num_sub_groups>) {
      const std::uint32_t most =
          get_info<info::kernel_device_specific::max_sub_group_size>(deviceOf<Parameter>(on));
      const bool asksForSize = std::is_same_v<Parameter, query::max_sub_group_size>;
      return asksForSize ? most : static_cast<std::uint32_t>((workGroup.size() + most - 1) / most);
    } else {
      return mostWorkGroups<Parameter>(on, workGroup, localBytes);
    }
  }
  /// @}

private:
  friend struct detail::Access;
  template <class Parameter, int Dimensions>
  std::size_t mostWorkGroups(const queue &on, const range<Dimensions> &workGroup,
                             std::size_t localBytes) const {
    checkQueueSpecific<Parameter>();
    std::size_t size[3] = {1, 1, 1};
    for (int i = 0; i < Dimensions; ++i)
      size[i] = workGroup[i];
    return maxWorkGroups(on, Dimensions, size, localBytes);
  }
  /// Of a queue, which is no complete type yet.
  template <class, class Queue> static auto deviceOf(const Queue &on) { return on.get_device(); }
  template <class Parameter> static void checkQueueSpecific() {
    static_assert(
        std::is_base_of_v<
            ext::oneapi::experimental::info::kernel_queue_specific::max_num_work_groups, Parameter>,
        "This is not a descriptor of kernels in queues.");
  }
  /// @param dimensions 0: the largest work-groups
  std::size_t maxWorkGroups(const queue &on, unsigned dimensions, const std::size_t *workGroup,
                            std::size_t localBytes) const;
  explicit kernel(std::shared_ptr<detail::KernelImpl> impl) : Shared(std::move(impl)) {}
};

template <> inline std::uint32_t kernel::get_info<info::kernel::reference_count>() const {
  return static_cast<std::uint32_t>(impl_.use_count());
}
// num_args and global_work_size throw errc::invalid: they are for built-in kernels.
template <> URSA_SYCL_EXPORT std::uint32_t kernel::get_info<info::kernel::num_args>() const;
template <> URSA_SYCL_EXPORT std::string kernel::get_info<info::kernel::attributes>() const;
#define URSA_SYCL_GET_INFO(TYPE, NAME)                                                             \
  template <>                                                                                      \
  URSA_SYCL_EXPORT TYPE kernel::get_info<info::kernel_device_specific::NAME>(const device &)       \
      const;
URSA_SYCL_GET_INFO(range<3>, global_work_size)
URSA_SYCL_GET_INFO(std::size_t, work_group_size)
URSA_SYCL_GET_INFO(range<3>, compile_work_group_size)
URSA_SYCL_GET_INFO(std::size_t, preferred_work_group_size_multiple)
URSA_SYCL_GET_INFO(std::size_t, private_mem_size)
URSA_SYCL_GET_INFO(std::uint32_t, max_num_sub_groups)
URSA_SYCL_GET_INFO(std::uint32_t, compile_num_sub_groups)
URSA_SYCL_GET_INFO(std::uint32_t, max_sub_group_size)
URSA_SYCL_GET_INFO(std::uint32_t, compile_sub_group_size)
#undef URSA_SYCL_GET_INFO

} // namespace sycl
} // namespace ursa_sycl
URSA_SYCL_HASH(sycl::kernel)
template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id &id) const {
    return std::hash<std::string>()(id.get_name());
  }
};
