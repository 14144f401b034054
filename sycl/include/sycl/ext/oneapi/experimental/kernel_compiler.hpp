// Kernels from source that the program has at run time (sycl_ext_oneapi_kernel_compiler): OpenCL C,
// and SYCL, which the installed compilers make kernels of for every device, and SPIR-V for devices
// that take it.
//
//   auto source = create_kernel_bundle_from_source(context, source_language::opencl, text);
//   kernel scale = build(source).ext_oneapi_get_kernel("scale");
#pragma once

#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/kernel_bundle.hpp>

#include <string>
#include <utility>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
class KernelSourceImpl;
} // namespace detail

/// Source that is not built.
template <>
class URSA_SYCL_EXPORT kernel_bundle<bundle_state::ext_oneapi_source>
    : public detail::Shared<kernel_bundle<bundle_state::ext_oneapi_source>,
                            detail::KernelSourceImpl> {
public:
  kernel_bundle() = delete;
  backend get_backend() const noexcept;
  context get_context() const noexcept;
  std::vector<device> get_devices() const noexcept;
  bool empty() const noexcept { return false; }

private:
  friend struct detail::Access;
  explicit kernel_bundle(std::shared_ptr<detail::KernelSourceImpl> impl)
      : Shared(std::move(impl)) {}
};

namespace ext::oneapi::experimental {

enum class source_language : int { opencl = 0, spirv = 1, sycl = 2 };

/// @{ A property of create_kernel_bundle_from_source: files that the source includes, by the names
/// that it uses. Names are relative, and stay below the folder of the source.
class include_files {
public:
  using key_t = include_files;
  include_files() = default;
  include_files(const std::string &name, const std::string &content) { add(name, content); }
  void add(const std::string &name, const std::string &content) {
    files.emplace_back(name, content);
  }
  std::vector<std::pair<std::string, std::string>> files;
};
using include_files_key = include_files;
/// @}

/// @{ A property of build: options of the compiler, as -cl-fast-relaxed-math and -D.
class build_options {
public:
  using key_t = build_options;
  build_options() = default;
  build_options(const std::string &option) : opts{option} {}
  build_options(const std::vector<std::string> &options) : opts(options) {}
  void add(const std::string &option) { opts.push_back(option); }
  std::vector<std::string> opts;
};
using build_options_key = build_options;
/// @}

/// @{ A property of build for SYCL: functions that are kernels, as scale<float>, by the names that
/// ext_oneapi_get_kernel gets.
class registered_names {
public:
  using key_t = registered_names;
  registered_names() = default;
  registered_names(const std::string &name) : names{name} {}
  registered_names(const std::vector<std::string> &all) : names(all) {}
  void add(const std::string &name) { names.push_back(name); }
  std::vector<std::string> names;
};
using registered_names_key = registered_names;
/// @}

/// @{ A property of build: where the compiler's messages go.
class save_log {
public:
  using key_t = save_log;
  save_log() = default;
  save_log(std::string *to) : log(to) {}
  std::string *log = nullptr;
};
using save_log_key = save_log;
/// @}

template <> struct is_property_key<include_files> : std::true_type {};
template <> struct is_property_value<include_files> : std::true_type {};
template <> struct is_property_key<build_options> : std::true_type {};
template <> struct is_property_value<build_options> : std::true_type {};
template <> struct is_property_key<registered_names> : std::true_type {};
template <> struct is_property_value<registered_names> : std::true_type {};
template <> struct is_property_key<save_log> : std::true_type {};
template <> struct is_property_value<save_log> : std::true_type {};

} // namespace ext::oneapi::experimental

namespace detail {

using SourceBundle = kernel_bundle<bundle_state::ext_oneapi_source>;

URSA_SYCL_EXPORT std::shared_ptr<KernelSourceImpl>
makeSource(const context &context, int language, const void *text, size_t size,
           const std::vector<std::pair<std::string, std::string>> &files);
/// @param log gets the compiler's messages; may be null
URSA_SYCL_EXPORT std::shared_ptr<KernelBundleImpl>
buildSource(const KernelSourceImpl &source, const std::vector<device> &devices,
            const std::vector<std::string> &options, const std::vector<std::string> &registered,
            std::string *log);

template <class Property, class Properties> Property propertyOr(const Properties &properties) {
  if constexpr (Properties::template has_property<Property>())
    return properties.template get_property<Property>();
  else
    return Property();
}

} // namespace detail

namespace ext::oneapi::experimental {

/// @{ Throw errc::invalid for names of included files beyond the folder of the source.
template <typename Properties = empty_properties_t>
sycl::detail::SourceBundle
create_kernel_bundle_from_source(const context &context, source_language language,
                                 const std::string &text, Properties properties = {}) {
  return sycl::detail::Access::make<sycl::detail::SourceBundle>(
      sycl::detail::makeSource(context, static_cast<int>(language), text.data(), text.size(),
                               sycl::detail::propertyOr<include_files>(properties).files));
}
template <typename Properties = empty_properties_t>
sycl::detail::SourceBundle
create_kernel_bundle_from_source(const context &context, source_language language,
                                 const std::vector<std::byte> &bytes, Properties = {}) {
  return sycl::detail::Access::make<sycl::detail::SourceBundle>(sycl::detail::makeSource(
      context, static_cast<int>(language), bytes.data(), bytes.size(), {}));
}
/// @}

/// @{ Throw errc::build with the compiler's messages.
template <typename Properties = empty_properties_t,
          std::enable_if_t<is_property_list_v<Properties>, int> = 0>
kernel_bundle<bundle_state::executable> build(const sycl::detail::SourceBundle &source,
                                              const std::vector<device> &devices,
                                              Properties properties = {}) {
  return sycl::detail::Access::make<kernel_bundle<bundle_state::executable>>(
      sycl::detail::buildSource(*sycl::detail::implOf(source), devices,
                                sycl::detail::propertyOr<build_options>(properties).opts,
                                sycl::detail::propertyOr<registered_names>(properties).names,
                                sycl::detail::propertyOr<save_log>(properties).log));
}
template <typename Properties = empty_properties_t,
          std::enable_if_t<is_property_list_v<Properties>, int> = 0>
kernel_bundle<bundle_state::executable> build(const sycl::detail::SourceBundle &source,
                                              Properties properties = {}) {
  return build(source, source.get_devices(), properties);
}
/// @}

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
