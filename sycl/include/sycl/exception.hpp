// Errors: the class exception, its error codes and lists of them (SYCL 2020, 4.13).
#pragma once

#include <sycl/detail/defines.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

class context;
namespace detail {
struct ExceptionLists; // builds them
} // namespace detail

enum class errc {
  success = 0,
  runtime = 1,
  kernel,
  accessor,
  nd_range,
  event,
  kernel_argument,
  build,
  invalid,
  memory_allocation,
  platform,
  profiling,
  feature_not_supported,
  kernel_not_supported,
  backend_mismatch
};

URSA_SYCL_EXPORT std::error_code make_error_code(errc code) noexcept;
URSA_SYCL_EXPORT const std::error_category &sycl_category() noexcept;

/// An error. Copies share the message and the context.
class URSA_SYCL_EXPORT exception : public virtual std::exception {
public:
  exception(std::error_code code, const std::string &message);
  exception(std::error_code code, const char *message);
  exception(std::error_code code);
  exception(int value, const std::error_category &category, const std::string &message);
  exception(int value, const std::error_category &category, const char *message);
  exception(int value, const std::error_category &category);
  exception(context where, std::error_code code, const std::string &message);
  exception(context where, std::error_code code, const char *message);
  exception(context where, std::error_code code);
  exception(context where, int value, const std::error_category &category,
            const std::string &message);
  exception(context where, int value, const std::error_category &category, const char *message);
  exception(context where, int value, const std::error_category &category);
  exception(const exception &other) noexcept;
  exception &operator=(const exception &other) noexcept;
  ~exception() override;

  const std::error_code &code() const noexcept;
  const std::error_category &category() const noexcept;
  const char *what() const noexcept override;
  bool has_context() const noexcept;
  context get_context() const;
  /// SYCL 1.2.1's name of the code of a backend; 0 for errors of SYCL.
  int get_cl_code() const noexcept { return category() == sycl_category() ? 0 : code().value(); }

private:
  struct State;
  std::shared_ptr<const State> state_;
};

/// The argument of an asynchronous handler.
class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = std::vector<std::exception_ptr>::const_iterator;
  using const_iterator = iterator;

  exception_list() = default;
  size_type size() const { return all_.size(); }
  iterator begin() const { return all_.cbegin(); }
  iterator end() const { return all_.cend(); }

private:
  friend struct detail::ExceptionLists;
  std::vector<std::exception_ptr> all_;
};

using async_handler = std::function<void(exception_list)>;

} // namespace sycl
} // namespace ursa_sycl

namespace std {
template <> struct is_error_code_enum<sycl::errc> : true_type {};
} // namespace std
