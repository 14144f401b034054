// exit() in a host task: static objects are destroyed on its thread, which must not wait for the
// task itself, nor for what comes after it.
#pragma once

inline namespace ursa_sycl {
namespace sycl::detail {

/// Exists while a thread calls a function of the program for a command that is not complete before.
class HostTaskScope {
public:
  HostTaskScope();
  ~HostTaskScope();
  HostTaskScope(const HostTaskScope &) = delete;
  HostTaskScope &operator=(const HostTaskScope &) = delete;

  /// Whether this thread calls such a function.
  static bool isActive();
  /// Whether such a function of this thread has called exit(). It never returns.
  static bool isExiting();
};

} // namespace sycl::detail
} // namespace ursa_sycl
