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

/// A constant is set too late.
class spec_const_error : public exception {
public:
  using exception::exception;
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

enum class program_state { none, compiled, linked };

/// Kernels that are built with values of constants. Options are kept, and have no effect. Not
/// thread safe.
class program {
public:
  explicit program(const context &context) : program(context, context.get_devices()) {}
  program(const context &context, std::vector<device> devices)
      : context_(context), devices_(std::move(devices)) {}

  /// Throws a spec_const_error with errc::invalid if the program is compiled or built.
  template <class ID, class T>
  URSA_SYCL_LOCAL ext::oneapi::experimental::spec_constant<T, ID> set_spec_constant(T value) {
    if (get_state() != program_state::none)
      throw ext::oneapi::experimental::spec_const_error(
          make_error_code(errc::invalid),
          "A program is built already; set specialization constants before that.");
    values_.push_back(detail::SetNamedConstant<T, ID>(value));
    return ext::oneapi::experimental::spec_constant<T, ID>(value);
  }

  /// Builds a kernel with the values that were set. Throws errc::invalid for a second build.
  template <class KernelName>
  URSA_SYCL_LOCAL void build_with_kernel_type(const std::string &options = "") {
    bundle_ = std::make_shared<kernel_bundle<bundle_state::executable>>(build(input<KernelName>()));
    buildOptions_ = options;
  }
  /// @{ The same in two steps. Throws errc::invalid for other orders.
  template <class KernelName>
  URSA_SYCL_LOCAL void compile_with_kernel_type(const std::string &options = "") {
    object_ = std::make_shared<kernel_bundle<bundle_state::object>>(compile(input<KernelName>()));
    buildOptions_ = compileOptions_ = options;
  }
  void link(const std::string &options = "") {
    if (get_state() != program_state::compiled)
      throw exception(make_error_code(errc::invalid), "A program is linked once it is compiled.");
    bundle_ = std::make_shared<kernel_bundle<bundle_state::executable>>(sycl::link(*object_));
    buildOptions_ = linkOptions_ = options;
  }
  /// @}
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
  bool is_host() const { return false; }
  program_state get_state() const {
    return bundle_   ? program_state::linked
           : object_ ? program_state::compiled
                     : program_state::none;
  }
  /// @{ What the step was called with; the build options are those of the last step.
  std::string get_compile_options() const { return compileOptions_; }
  std::string get_link_options() const { return linkOptions_; }
  std::string get_build_options() const { return buildOptions_; }
  /// @}

private:
  template <class KernelName> URSA_SYCL_LOCAL kernel_bundle<bundle_state::input> input() const {
    if (get_state() != program_state::none)
      throw exception(make_error_code(errc::invalid), "A program is built once.");
    auto input = get_kernel_bundle<KernelName, bundle_state::input>(context_, devices_);
    for (const auto &value : values_)
      value(input);
    return input;
  }

  context context_;
  std::vector<device> devices_;
  std::vector<std::function<void(kernel_bundle<bundle_state::input> &)>> values_;
  std::shared_ptr<kernel_bundle<bundle_state::object>> object_;     ///< null if it is not compiled
  std::shared_ptr<kernel_bundle<bundle_state::executable>> bundle_; ///< null before the build
  std::string compileOptions_, linkOptions_, buildOptions_;
};

} // namespace sycl
} // namespace ursa_sycl
