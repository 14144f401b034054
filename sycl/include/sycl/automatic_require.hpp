// Placeholder accessors that all command groups of a queue require meanwhile
// (ACPP_EXT_AUTO_PLACEHOLDER_REQUIRE of AdaptiveCpp).
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/queue.hpp>

#include <memory>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
/// Begins or ends that the command groups of a queue require a buffer.
URSA_SYCL_EXPORT void requireAlways(const queue &by, const std::shared_ptr<Requirement> &what,
                                    bool isRequired);
} // namespace detail

namespace vendor::hipsycl {

/// Requires the accessor for the command groups that are submitted until release() or the end.
class automatic_requirement {
public:
  automatic_requirement(const queue &by, std::shared_ptr<detail::Requirement> what)
      : queue_(by), what_(std::move(what)) {
    reacquire();
  }
  automatic_requirement(const automatic_requirement &) = delete;
  automatic_requirement &operator=(const automatic_requirement &) = delete;
  ~automatic_requirement() { release(); }

  void reacquire() { set(true); }
  void release() { set(false); }
  bool is_required() const { return isRequired_; }

private:
  void set(bool isRequired) {
    if (isRequired != isRequired_)
      detail::requireAlways(queue_, what_, isRequired);
    isRequired_ = isRequired;
  }

  queue queue_;
  std::shared_ptr<detail::Requirement> what_;
  bool isRequired_ = false;
};

template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder Variant>
automatic_requirement
automatic_require(queue &by,
                  [[maybe_unused]] accessor<T, Dimensions, Mode, Target, Variant> placeholder) {
#ifdef __SYCL_DEVICE_ONLY__
  return {by, nullptr};
#else
  return {by, placeholder.requirement};
#endif
}

} // namespace vendor::hipsycl
} // namespace sycl
} // namespace ursa_sycl
