// The devices that threads of the program have as their own.
#include <sycl/ext/oneapi/experimental/current_device.hpp>

#include <optional>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental::this_thread {

namespace {
thread_local std::optional<device> ofThread;
} // namespace

device get_current_device() { return ofThread ? *ofThread : device(); }

void set_current_device(const device &chosen) { ofThread = chosen; }

} // namespace sycl::ext::oneapi::experimental::this_thread
} // namespace ursa_sycl
