// The Vulkan adapter, on the first device that the Vulkan loader knows.
#include "conformance/backends/backend.h"
#include "conformance/backends/files.h"
#include "support/expect_ok.h"

namespace ursa::conformance {
namespace {

// A message of the validation layer fails the test that is running.
class NoValidationMessages final : public testing::Environment {
  void SetUp() override {
    ur_adapter_handle_t adapter = nullptr;
    ASSERT_OK(urAdapterGet(1, &adapter, nullptr));
    EXPECT_OK(urAdapterSetLoggerCallback(adapter, onLine, nullptr, UR_LOGGER_LEVEL_WARN));
    EXPECT_OK(urAdapterRelease(adapter));
  }

  static void onLine(ur_logger_level_t, const char *line, void *) {
    const std::string text = line;
    if (text.find("Validation: ") != std::string::npos)
      ADD_FAILURE() << text;
  }
};

// Global environments are set up in the order in which they were added, so the harness's is first.
class Listener final : public testing::EmptyTestEventListener {
  void OnTestProgramStart(const testing::UnitTest &) override {
    testing::AddGlobalTestEnvironment(new NoValidationMessages);
  }
};

const bool kListens = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new Listener);
  return true;
}();

} // namespace

std::string adapterPath() { return prefix() / "lib" / "libur_adapter_vulkan.so.0"; }

std::string imageTarget() { return "vulkan1.2"; }

Capabilities capabilities() {
  Capabilities has;
  has.cooperativeLaunches = false;
  has.contextsContainSubDevices = false;
  has.recordsNativeCommands = false;
  has.imageVariables = true;
  has.kernelConstants = true;
  has.il = false;
  has.buildsReportUndefinedFunctions = false;
  has.failsLongLoops = true; // lavapipe's driver does
  has.loopImages = {"loops", "loops-O0", "loops-O1", "loops-O3"};
  has.loopExitImages = {"loop_exits", "loop_exits-O0", "loop_exits-O1", "loop_exits-O3"};
  return has;
}

std::vector<std::string> missingFeatures() {
  return {"NativeCommand",  "AllocationInQueue", "VirtualMemory",
          "PhysicalMemory", "ExportedMemory",    "IpcMemory"};
}

std::vector<uint8_t> image(const std::string &name) {
  return readFile(prefix() / "share" / "ursa" / "conformance" / "vulkan" / (name + ".vk"));
}

std::vector<uint8_t> il(const std::string &) {
  ADD_FAILURE() << "Vulkan does not accept intermediate language.";
  return {};
}

} // namespace ursa::conformance
