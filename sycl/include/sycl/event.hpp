// The class event: the state of a command (SYCL 2020, 4.6.6).
#pragma once

#include <sycl/detail/impl.hpp>
#include <sycl/exception.hpp>

#include <cstdint>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

enum class backend : char;

namespace detail {
class EventImpl;
}

namespace info {
enum class event_command_status : int { submitted = 0, running = 1, complete = 2 };

namespace event {
struct command_execution_status {
  using return_type = info::event_command_status;
};
struct reference_count {
  using return_type = uint32_t;
};
} // namespace event

namespace event_profiling {
struct command_submit {
  using return_type = uint64_t;
};
struct command_start {
  using return_type = uint64_t;
};
struct command_end {
  using return_type = uint64_t;
};
} // namespace event_profiling
} // namespace info

/// Thread safe.
class URSA_SYCL_EXPORT event : public detail::Shared<event, detail::EventImpl> {
public:
  /// A command that is complete.
  event();

  backend get_backend() const noexcept;
  /// SYCL 1.2.1 had a device without a backend; there is none.
  bool is_host() const { return false; }
  /// Returns what the command waits for directly, as far as the program or a buffer has the events.
  std::vector<event> get_wait_list() const;

  /// Blocks until the command is complete.
  void wait() const;
  static void wait(const std::vector<event> &events);
  /// @{ Passes asynchronous errors of the event's queue to its handler, too.
  void wait_and_throw() const;
  static void wait_and_throw(const std::vector<event> &events);
  /// @}

  template <typename Parameter> typename Parameter::return_type get_info() const;
  template <typename Parameter> typename Parameter::return_type get_backend_info() const {
    throw exception(make_error_code(errc::feature_not_supported),
                    "Events have no information that depends on the backend.");
  }
  /// Times in nanoseconds. Throws errc::invalid if the queue has no profiling.
  template <typename Parameter> typename Parameter::return_type get_profiling_info() const;

private:
  friend struct detail::Access;
  explicit event(std::shared_ptr<detail::EventImpl> impl) : Shared(std::move(impl)) {}
  template <class Function>
  event(detail::ByFunction by, const Function &function) : Shared(by, function) {}
};

template <>
URSA_SYCL_EXPORT info::event_command_status
event::get_info<info::event::command_execution_status>() const;
template <> URSA_SYCL_EXPORT uint32_t event::get_info<info::event::reference_count>() const;
template <>
URSA_SYCL_EXPORT uint64_t event::get_profiling_info<info::event_profiling::command_submit>() const;
template <>
URSA_SYCL_EXPORT uint64_t event::get_profiling_info<info::event_profiling::command_start>() const;
template <>
URSA_SYCL_EXPORT uint64_t event::get_profiling_info<info::event_profiling::command_end>() const;

} // namespace sycl
} // namespace ursa_sycl
URSA_SYCL_HASH(sycl::event)
