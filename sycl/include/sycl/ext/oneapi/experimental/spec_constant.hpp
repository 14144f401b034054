// Specialization constants that types name (the DPC++ design "Specialization constants" before SYCL
// 2020): spec_constant<T, ID> and program::set_spec_constant<ID>. They are specialization_ids of
// the same images. Not part of <sycl/sycl.hpp>.
#pragma once

#include <sycl/handler.hpp>
#include <sycl/kernel.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/kernel_handler.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

class program;

namespace detail {
/// The constant that a type names. It is zero until a program sets it.
template <class T, class ID> inline constexpr specialization_id<T> namedConstant{};
} // namespace detail

namespace ext::oneapi::experimental {

/// The value of a constant: in kernels that of their image, on the host the one that was set.
template <class T, class ID = T> class spec_constant {
public:
  spec_constant() = default;

  T get() const {
#ifdef __SYCL_DEVICE_ONLY__
    return sycl::detail::KernelHandlers::make()
        .template get_specialization_constant<sycl::detail::namedConstant<T, ID>>();
#else
    return value_;
#endif
  }
  operator T() const { return get(); }

private:
  friend class sycl::program;
  explicit spec_constant(const T &value) : value_(value) {}
  T value_{};
};

} // namespace ext::oneapi::experimental
namespace ONEAPI {
namespace experimental = ext::oneapi::experimental;
}

namespace detail {
template <class T, class ID> class URSA_SYCL_LOCAL SetNamedConstant {
public:
  explicit SetNamedConstant(const T &value) : value_(value) {}
  void operator()(kernel_bundle<bundle_state::input> &bundle) const {
    if (bundle.template has_specialization_constant<namedConstant<T, ID>>())
      bundle.template set_specialization_constant<namedConstant<T, ID>>(value_);
  }

private:
  T value_;
};
} // namespace detail

/// Kernels that are built with values of constants. Not thread safe.
class program {
public:
  explicit program(const context &context) : program(context, context.get_devices()) {}
  program(const context &context, std::vector<device> devices)
      : context_(context), devices_(std::move(devices)) {}

  /// Throws errc::invalid if the program is built.
  template <class ID, class T>
  URSA_SYCL_LOCAL ext::oneapi::experimental::spec_constant<T, ID> set_spec_constant(T value) {
    if (bundle_)
      throw exception(make_error_code(errc::invalid),
                      "A program is built already; set specialization constants before that.");
    values_.push_back(detail::SetNamedConstant<T, ID>(value));
    return ext::oneapi::experimental::spec_constant<T, ID>(value);
  }

  /// Builds a kernel with the values that were set. Throws errc::invalid for a second build.
  template <class KernelName>
  URSA_SYCL_LOCAL void build_with_kernel_type(const std::string & /*options*/ = "") {
    if (bundle_)
      throw exception(make_error_code(errc::invalid), "A program is built once.");
    auto input = get_kernel_bundle<KernelName, bundle_state::input>(context_, devices_);
    for (const auto &value : values_)
      value(input);
    bundle_ = std::make_shared<kernel_bundle<bundle_state::executable>>(build(input));
  }
  template <class KernelName> URSA_SYCL_LOCAL bool has_kernel() const {
    return bundle_ && bundle_->template has_kernel<KernelName>();
  }
  /// Throws errc::invalid if the program is not built with the kernel.
  template <class KernelName> URSA_SYCL_LOCAL kernel get_kernel() const {
    if (!bundle_)
      throw exception(make_error_code(errc::invalid), "A program without a build has no kernels.");
    return bundle_->template get_kernel<KernelName>();
  }

  context get_context() const { return context_; }
  std::vector<device> get_devices() const { return devices_; }

private:
  context context_;
  std::vector<device> devices_;
  std::vector<std::function<void(kernel_bundle<bundle_state::input> &)>> values_;
  std::shared_ptr<kernel_bundle<bundle_state::executable>> bundle_; ///< null before the build
};

} // namespace sycl
} // namespace ursa_sycl
