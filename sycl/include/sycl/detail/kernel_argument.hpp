// Values that command groups set as arguments of kernels, one by one.
#pragma once

#include <sycl/detail/accessor_base.hpp>
#include <sycl/detail/kernel_description.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
struct RawArgument;
}

namespace ext::oneapi::experimental {

/// An argument of a kernel by its bytes, which set_arg copies (sycl_ext_oneapi_raw_kernel_arg).
class raw_kernel_arg {
public:
  raw_kernel_arg(const void *bytes, size_t size) : bytes_(bytes), size_(size) {}

private:
  friend struct sycl::detail::RawArgument;
  const void *bytes_;
  size_t size_;
};

} // namespace ext::oneapi::experimental

namespace detail {

/// A value for an argument of a kernel.
struct KernelArgument {
  KernelParameterKind kind;
  const void *value; ///< of an accessor, its AccessorBase
  size_t size;       ///< in bytes; of a local_accessor, of its memory
  std::shared_ptr<const void> keepAlive;
};

struct RawArgument {
  static KernelArgument keep(const ext::oneapi::experimental::raw_kernel_arg &argument) {
    const auto *bytes = static_cast<const unsigned char *>(argument.bytes_);
    const auto held =
        std::make_shared<const std::vector<unsigned char>>(bytes, bytes + argument.size_);
    return {KernelParameterKind::Value, held->data(), argument.size_, held};
  }
};

#ifndef __SYCL_DEVICE_ONLY__
/// Keeps a value as an argument of a kernel.
inline KernelArgument keepArgument(const ext::oneapi::experimental::raw_kernel_arg &argument) {
  return RawArgument::keep(argument);
}
template <typename T, class = std::enable_if_t<!std::is_same_v<
                          std::decay_t<T>, ext::oneapi::experimental::raw_kernel_arg>>>
KernelArgument keepArgument(T &&argument) {
  using Argument = std::decay_t<T>;
  static_assert(
      std::is_base_of_v<AccessorBase, Argument> || std::is_base_of_v<LocalAccessorBase, Argument> ||
          std::is_trivially_copyable_v<Argument>,
      "An argument of a kernel is an accessor, a pointer or a value that is copied byte by byte.");
  const auto held = std::make_shared<const Argument>(std::forward<T>(argument));
  if constexpr (std::is_base_of_v<AccessorBase, Argument>)
    return {KernelParameterKind::Accessor, static_cast<const AccessorBase *>(held.get()),
            sizeof(Argument), held};
  else if constexpr (std::is_base_of_v<LocalAccessorBase, Argument>)
    return {KernelParameterKind::LocalAccessor, static_cast<const LocalAccessorBase *>(held.get()),
            held->bytes, held};
  else if constexpr (std::is_pointer_v<Argument>)
    return {KernelParameterKind::Pointer, held.get(), sizeof(Argument), held};
  else
    return {KernelParameterKind::Value, held.get(), sizeof(Argument), held};
}
#endif

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
