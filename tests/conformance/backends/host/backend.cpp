// The host adapter.
#include "conformance/backends/backend.h"

#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <iterator>
#include <sys/utsname.h>

namespace ursa::conformance {
namespace {

std::vector<uint8_t> read(const std::string &name) {
  std::ifstream file(URSA_IMAGE_DIR "/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

} // namespace

std::string adapterPath() { return URSA_LIB_DIR "/libur_adapter_host.so.0"; }

std::string imageTarget() {
  utsname system{};
  uname(&system);
  return std::string("host-") + system.machine;
}

Capabilities capabilities() { return {}; }

std::vector<std::string> missingFeatures() { return {}; }

// A host task that waits.
std::function<void()> enqueueGate(ur_context_handle_t, ur_queue_handle_t queue,
                                  ur_event_handle_t *event) {
  struct Gate {
    std::promise<void> promise;
    std::future<void> opened = promise.get_future();
  };
  auto gate = std::make_shared<Gate>();
  EXPECT_EQ(urEnqueueHostTaskExp(
                queue, [](void *data) { static_cast<Gate *>(data)->opened.wait(); }, gate.get(),
                nullptr, 0, nullptr, event),
            UR_RESULT_SUCCESS);
  return [gate] { gate->promise.set_value(); };
}

std::vector<uint8_t> image(const std::string &name) { return read(name + ".bc"); }

std::vector<uint8_t> il(const std::string &name) { return read(name + ".spv"); }

} // namespace ursa::conformance
