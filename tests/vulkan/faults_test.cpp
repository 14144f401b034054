// Faults of loaders and drivers: they may be missing, too old, or fail in any call that the adapter
// makes. Each test is a process of its own, since an adapter looks for drivers once; child
// processes try what cannot be undone in a process.
#include "vulkan/fault_scenario.h"
#include "vulkan/mock_loader.h"
#include "vulkan/vulkan_test.h"

#include <vulkan/vulkan_core.h>

#include <cstdlib>
#include <future>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ursa {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using vulkan_test::Scenario;

struct Fault {
  std::string function;
  uint64_t number = 1; ///< of the call
  int32_t code = VK_SUCCESS;

  std::string text() const {
    return function + ", call " + std::to_string(number) + ", returns " + std::to_string(code);
  }
};

// A value in shared memory that a child process reports to its parent.
template <class T> class ChildReport {
public:
  ChildReport()
      : place_(static_cast<T *>(
            mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  ~ChildReport() { munmap(place_, sizeof(T)); }
  ChildReport(const ChildReport &) = delete;
  ChildReport &operator=(const ChildReport &) = delete;
  T &operator*() const { return *place_; }

private:
  T *const place_;
};

// Functions whose failure the program does not notice: the adapter falls back or tries again.
const std::set<std::string> kToleratedFailures = {
    "vkAllocateMemory",                       // falls back to smaller or other memory
    "vkBindBufferMemory",                     // likewise
    "vkCreateBuffer",                         // likewise
    "vkMapMemory",                            // likewise
    "vkMergePipelineCaches",                  // the binary of the program lacks the pipeline
    "vkCreateDebugUtilsMessengerEXT",         // messages of layers are lost
    "vkEnumerateInstanceExtensionProperties", // likewise
    "vkGetCalibratedTimestampsEXT",           // falls back to a probe
    "vkGetMemoryHostPointerPropertiesEXT",    // tried again
    "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT", // falls back to a probe
    "vkGetPipelineCacheData",                         // the cache is not stored
    "vkGetQueryPoolResults",                          // tried again
    "vkGetSemaphoreCounterValue",                     // tried again
    "vkSignalSemaphore",                              // tried again
    "vkWaitSemaphores"};

// At most this many calls of a function are made to fail.
constexpr uint64_t kMaxCalls = 8;

/// Enqueues a command that completes when the promise is fulfilled.
ur_result_t enqueueGate(ur_queue_handle_t queue, std::promise<void> &opened,
                        ur_event_handle_t *event) {
  return urEnqueueHostTaskExp(
      queue, [](void *gate) { static_cast<std::promise<void> *>(gate)->get_future().wait(); },
      &opened, nullptr, 0, nullptr, event);
}

class VulkanFaults : public vulkan_test::VulkanTest {
protected:
  void SetUp() override {
    counting_ = vulkan_test::countImage(R"(, "constants": [0])");
    withData_ = vulkan_test::readFile(URSA_PRINTS_IMAGE);
  }

  const vulkan_test::CacheFolder cache_;

  // Runs a scenario in which no call fails.
  void runWithoutFaults() {
    mock_vulkan::reset();
    Scenario scenario(adapter_, device_, counting_, withData_);
    EXPECT_OK(scenario.run()) << scenario.message();
  }

  // Ends the adapter's threads by the last release, which frees what they retain.
  void stopThreads() {
    EXPECT_OK(urAdapterRelease(adapter_));
    EXPECT_OK(urAdapterGet(1, &adapter_, nullptr));
  }

  // Counts objects after many commands at once: the adapter reuses command resources, so that it
  // never retains more than these.
  std::map<std::string, size_t> objectsWhenSaturated() {
    const ur_queue_properties_t profiled{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                         UR_QUEUE_FLAG_PROFILING_ENABLE |
                                             UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE};
    ur_context_handle_t context = nullptr;
    ur_queue_handle_t queue = nullptr;
    ur_mem_handle_t buffer = nullptr;
    stopThreads();
    EXPECT_OK(urContextCreate(1, &device_, nullptr, &context));
    EXPECT_OK(urQueueCreate(context, device_, &profiled, &queue));
    EXPECT_OK(urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, 300, nullptr, &buffer));
    std::promise<void> opened;
    ur_event_handle_t gate = nullptr;
    EXPECT_OK(enqueueGate(queue, opened, &gate));
    const uint8_t odd[3] = {1, 2, 3};
    for (int i = 0; i < 32; ++i) {
      ur_event_handle_t timed = nullptr;
      EXPECT_OK(urEnqueueMemBufferFill(queue, buffer, odd, 3, 0, 300, 1, &gate, &timed));
      EXPECT_OK(urEventRelease(timed));
    }
    std::array<ur_queue_handle_t, 4> others{}; // each with a thread for its host tasks
    for (ur_queue_handle_t &other : others) {
      EXPECT_OK(urQueueCreate(context, device_, nullptr, &other));
      EXPECT_OK(urEnqueueHostTaskExp(
          other, [](void *) {}, nullptr, nullptr, 1, &gate, nullptr));
    }
    opened.set_value();
    EXPECT_OK(urQueueFinish(queue));
    EXPECT_OK(urEventRelease(gate));
    for (ur_queue_handle_t other : others) {
      EXPECT_OK(urQueueFinish(other));
      EXPECT_OK(urQueueRelease(other));
    }
    EXPECT_OK(urMemRelease(buffer));
    EXPECT_OK(urQueueRelease(queue));
    EXPECT_OK(urContextRelease(context));
    stopThreads();
    return mock_vulkan::objects();
  }

  // All possible failures of the functions called since the last reset.
  template <class Wanted> std::vector<Fault> faults(Wanted &&wanted) {
    std::vector<Fault> all;
    for (const mock_vulkan::Function &function : mock_vulkan::functions())
      for (uint64_t number = 1; number <= std::min(function.calls, kMaxCalls); ++number)
        for (const int32_t code : function.codes)
          if (wanted(function, code))
            all.push_back({function.name, number, code});
    return all;
  }

  // Checks that the message names the call and its code.
  static void expectReported(const Fault &fault, ur_result_t result, const std::string &message) {
    EXPECT_TRUE(mock_vulkan::hasFailed()) << message;
    EXPECT_NE(result, UR_RESULT_ERROR_UNKNOWN);
    EXPECT_THAT(message, HasSubstr(fault.function));
    EXPECT_THAT(message, HasSubstr("VK_ERROR_"));
    EXPECT_THAT(message, HasSubstr("(" + std::to_string(fault.code) + ")"));
  }

  // Runs a function in a child process. An alarm ends a child that hangs.
  template <class Function> void inChild(const std::string &what, Function &&function) {
    std::fflush(stdout);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(60);
      function();
      std::fflush(stdout);
      _exit(HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << what << ": status " << status;
  }

  std::vector<uint8_t> counting_;
  std::vector<uint8_t> withData_;

private:
  const ScopedVariable quiet_{"UR_LOG_VULKAN", "level:error"};
};

// A driver call that the scenario never makes could never be tested to fail.
TEST_F(VulkanFaults, TheScenarioMakesEveryCall) {
  ASSERT_TRUE(findDevice());
  Scenario scenario(adapter_, device_, counting_, withData_);
  EXPECT_OK(scenario.run()) << scenario.message();
  scenario.release();
  EXPECT_OK(urAdapterRelease(adapter_)); // releases what is in use
  adapter_ = nullptr;
  // The device and its objects stay open as long as the process. lavapipe does not report a memory
  // budget. Short waits do not reach the driver (WaitsAreRetried).
  std::set<std::string> never = {"vkDestroyDevice",    "vkDestroyPipelineLayout",
                                 "vkDestroyQueryPool", "vkDestroySemaphore",
                                 "vkWaitSemaphores",   "vkGetPhysicalDeviceMemoryProperties2"};
  if (std::getenv("URSA_VULKAN_STAGING")) // the host accesses its own memory, which is imported
    never.insert("vkMapMemory");
  for (const mock_vulkan::Function &function : mock_vulkan::functions())
    if (!never.count(function.name)) {
      EXPECT_GT(function.calls, 0u) << function.name;
    }
  EXPECT_THAT(mock_vulkan::misuses(), ::testing::IsEmpty());
}

// Any call may fail once: the program gets an error, nothing leaks, and the queue works on.
TEST_F(VulkanFaults, EachCallFailsOnce) {
  ASSERT_TRUE(findDevice());
  runWithoutFaults();
  runWithoutFaults(); // opens the device
  const auto all = faults([](const auto &, int32_t code) { return code != VK_ERROR_DEVICE_LOST; });
  EXPECT_GT(all.size(), 100u);
  const auto saturated = objectsWhenSaturated();
  for (const Fault &fault : all) {
    SCOPED_TRACE(fault.text());
    mock_vulkan::reset();
    mock_vulkan::fail(fault.function, fault.number, fault.code);
    {
      Scenario scenario(adapter_, device_, counting_, withData_);
      const ur_result_t result = scenario.run();
      if (result != UR_RESULT_SUCCESS)
        expectReported(fault, result, scenario.message());
      else if (mock_vulkan::hasFailed()) {
        EXPECT_TRUE(kToleratedFailures.count(fault.function));
      }
      mock_vulkan::reset();
      if (result != UR_RESULT_SUCCESS)
        scenario.checkUsable();
    }
    EXPECT_THAT(mock_vulkan::misuses(), ::testing::IsEmpty());
    ASSERT_FALSE(HasFailure());
  }
  runWithoutFaults();
  for (const auto &[creator, count] : objectsWhenSaturated()) // idle memory may have been freed
    EXPECT_LE(count, saturated.at(creator)) << creator;
}

// A call fails every time, as when memory does not become available.
TEST_F(VulkanFaults, EachCallKeepsFailing) {
  ASSERT_TRUE(findDevice());
  runWithoutFaults();
  // Failures that the program need not notice, and those that are retried until the device counts
  // as lost.
  std::set<std::string> tolerated = kToleratedFailures;
  for (const char *retried : {"vkAllocateMemory", "vkBindBufferMemory", "vkCreateBuffer",
                              "vkGetMemoryHostPointerPropertiesEXT", "vkMapMemory"})
    tolerated.erase(retried);
  tolerated.erase("vkGetQueryPoolResults");
  for (const mock_vulkan::Function &function : mock_vulkan::functions()) {
    if (function.calls == 0 || function.codes.empty() || function.name == "vkSignalSemaphore")
      continue;
    const Fault fault{function.name, 1, function.codes[0]};
    SCOPED_TRACE(fault.text());
    mock_vulkan::reset();
    mock_vulkan::fail(fault.function, 1, fault.code, /*isPersistent=*/true);
    Scenario scenario(adapter_, device_, counting_, withData_);
    const ur_result_t result = scenario.run();
    if (tolerated.count(fault.function)) {
      EXPECT_OK(result) << scenario.message();
    } else if (fault.function == "vkGetQueryPoolResults") {
      EXPECT_EQ(result, UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE) << scenario.message();
    } else if (mock_vulkan::hasFailed()) {
      expectReported(fault, result, scenario.message());
    }
    mock_vulkan::reset();
    if (result != UR_RESULT_SUCCESS)
      scenario.checkUsable();
  }
  runWithoutFaults();
}

// Calls fail while the device is being opened; a failure leaves nothing open.
TEST_F(VulkanFaults, EachCallOfOpeningFails) {
  struct Calls {
    uint64_t enumeration[128];
    uint64_t opening[128];
  };
  const ChildReport<Calls> calls;
  inChild("counting", [&] {
    ASSERT_TRUE(findDevice());
    const auto found = mock_vulkan::functions();
    ur_context_handle_t context = nullptr;
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
    const auto opened = mock_vulkan::functions();
    ASSERT_LE(found.size(), std::size((*calls).enumeration));
    for (size_t i = 0; i < found.size(); ++i) {
      (*calls).enumeration[i] = found[i].calls;
      (*calls).opening[i] = opened[i].calls - found[i].calls;
    }
  });
  const auto functions = mock_vulkan::functions();
  const auto faultsOf = [&](const uint64_t *counts) {
    std::vector<Fault> all;
    for (size_t i = 0; i < functions.size(); ++i)
      for (uint64_t number = 1; number <= std::min(counts[i], kMaxCalls); ++number)
        for (const int32_t code : functions[i].codes)
          all.push_back({functions[i].name, number, code});
    return all;
  };
  for (const Fault &fault : faultsOf((*calls).enumeration))
    inChild(fault.text(), [&] {
      mock_vulkan::fail(fault.function, fault.number, fault.code);
      const uint32_t count = platforms();
      EXPECT_TRUE(mock_vulkan::hasFailed());
      EXPECT_EQ(count, kToleratedFailures.count(fault.function) ? 1u : 0u);
    });
  const auto opening = faultsOf((*calls).opening);
  EXPECT_GT(opening.size(), 50u);
  const ChildReport<size_t> next;
  while (*next < opening.size() && !HasFailure())
    inChild(opening[*next].text(), [&] {
      ASSERT_TRUE(findDevice());
      // Continue while the device stays closed: a failed probe may be tolerated.
      for (bool isOpen = false; !isOpen && *next < opening.size(); ++*next) {
        const Fault fault = opening[*next];
        SCOPED_TRACE(fault.text());
        mock_vulkan::reset();
        mock_vulkan::fail(fault.function, fault.number, fault.code);
        ur_context_handle_t context = nullptr;
        const ur_result_t result = urContextCreate(1, &device_, nullptr, &context);
        isOpen = result == UR_RESULT_SUCCESS;
        if (isOpen) {
          EXPECT_OK(urContextRelease(context));
          while (*next + 1 < opening.size() && opening[*next + 1].function == fault.function &&
                 opening[*next + 1].number == fault.number)
            ++*next; // skip the same call with other codes
          continue;
        }
        if (fault.code == VK_ERROR_DEVICE_LOST) { // maybe by a probe, which does not use the device
          EXPECT_EQ(result, UR_RESULT_ERROR_DEVICE_LOST);
        } else {
          expectReported(fault, result, lastError());
        }
        EXPECT_EQ(context, nullptr);
        for (const auto &[creator, count] : mock_vulkan::objects())
          if (creator != "vkCreateInstance" && creator != "vkCreateDebugUtilsMessengerEXT") {
            EXPECT_EQ(count, 0u) << creator;
          }
      }
      runWithoutFaults();
      EXPECT_THAT(mock_vulkan::misuses(), ::testing::IsEmpty());
    });
}

// Any call may report that the device is lost: every call that needs it returns an error, no thread
// waits for ever, and everything can be released.
TEST_F(VulkanFaults, DeviceIsLost) {
  const ChildReport<bool> wasLost;
  for (const mock_vulkan::Function &function : mock_vulkan::functions()) {
    const auto &codes = function.codes;
    if (std::find(codes.begin(), codes.end(), VK_ERROR_DEVICE_LOST) == codes.end() ||
        function.name == "vkCreateDevice")
      continue;
    *wasLost = true;
    for (uint64_t number = 1; number <= kMaxCalls && *wasLost; ++number) {
      const Fault fault{function.name, number, VK_ERROR_DEVICE_LOST};
      inChild(fault.text(), [&] {
        SCOPED_TRACE(fault.text());
        ASSERT_TRUE(findDevice());
        runWithoutFaults();
        mock_vulkan::reset();
        mock_vulkan::fail(fault.function, fault.number, fault.code);
        Scenario scenario(adapter_, device_, counting_, withData_);
        const ur_result_t result = scenario.run();
        *wasLost = mock_vulkan::hasFailed();
        if (!*wasLost)
          return;
        if (result != UR_RESULT_SUCCESS) {
          EXPECT_EQ(result, UR_RESULT_ERROR_DEVICE_LOST) << scenario.message();
          EXPECT_THAT(scenario.message(), AnyOf(HasSubstr("was lost"), HasSubstr("_DEVICE_LOST")));
        }
        scenario.checkLost();
        scenario.release();
        EXPECT_OK(urAdapterRelease(adapter_));
      });
      if (HasFailure())
        return;
    }
  }
}

// The host cannot signal a timeline point: the adapter stops retrying after a while and marks the
// device as lost.
TEST_F(VulkanFaults, SignalKeepsFailing) {
  inChild("signalling", [&] {
    ASSERT_TRUE(findDevice());
    ur_context_handle_t context = nullptr;
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
    ASSERT_OK(urQueueCreate(context, device_, nullptr, &queue));
    mock_vulkan::reset();
    mock_vulkan::fail("vkSignalSemaphore", 1, VK_ERROR_OUT_OF_HOST_MEMORY, /*isPersistent=*/true);
    ASSERT_OK(urEnqueueHostTaskExp(
        queue, [](void *) {}, nullptr, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(urQueueFinish(queue), UR_RESULT_ERROR_DEVICE_LOST);
    EXPECT_OK(urQueueRelease(queue));
    EXPECT_OK(urContextRelease(context));
    EXPECT_OK(urAdapterRelease(adapter_));
  });
}

// The driver is out of memory while a thread waits.
TEST_F(VulkanFaults, WaitsAreRetried) {
  inChild("waiting", [&] {
    ASSERT_TRUE(findDevice());
    ur_context_handle_t context = nullptr;
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
    ASSERT_OK(urQueueCreate(context, device_, nullptr, &queue));
    std::promise<void> opened;
    ASSERT_OK(enqueueGate(queue, opened, nullptr));
    mock_vulkan::reset();
    mock_vulkan::fail("vkWaitSemaphores", 1, VK_ERROR_OUT_OF_HOST_MEMORY);
    auto waiting = std::async(std::launch::async, [&] { return urQueueFinish(queue); });
    while (mock_vulkan::callsOf("vkWaitSemaphores") < 2)
      std::this_thread::yield();
    opened.set_value();
    EXPECT_OK(waiting.get());
    EXPECT_TRUE(mock_vulkan::hasFailed());
    EXPECT_OK(urQueueRelease(queue));
    EXPECT_OK(urContextRelease(context));
    EXPECT_OK(urAdapterRelease(adapter_));
  });
}

// One thread waits for a command that never completes while another one finds the device lost.
TEST_F(VulkanFaults, WaitingThreadReportsLostDevice) {
  inChild("waiting", [&] {
    ASSERT_TRUE(findDevice());
    ur_context_handle_t context = nullptr;
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
    ASSERT_OK(urQueueCreate(context, device_, nullptr, &queue));
    std::promise<void> opened;
    ASSERT_OK(enqueueGate(queue, opened, nullptr));
    auto waiting = std::async(std::launch::async, [&] { return urQueueFinish(queue); });
    mock_vulkan::fail("vkQueueSubmit", mock_vulkan::callsOf("vkQueueSubmit") + 1,
                      VK_ERROR_DEVICE_LOST);
    ur_queue_handle_t other = nullptr;
    ASSERT_OK(urQueueCreate(context, device_, nullptr, &other));
    void *memory = nullptr;
    ASSERT_OK(urUSMDeviceAlloc(context, device_, nullptr, nullptr, 64, &memory));
    const uint32_t zero = 0;
    EXPECT_EQ(urEnqueueUSMFill(other, memory, 4, &zero, 64, 0, nullptr, nullptr),
              UR_RESULT_ERROR_DEVICE_LOST);
    EXPECT_EQ(waiting.get(), UR_RESULT_ERROR_DEVICE_LOST);
    opened.set_value();
    EXPECT_OK(urUSMFree(context, memory));
    EXPECT_OK(urQueueRelease(queue));
    EXPECT_OK(urQueueRelease(other));
    EXPECT_OK(urContextRelease(context));
    EXPECT_OK(urAdapterRelease(adapter_));
  });
}

// Checks the message that says why there is no device.
class NoDevice : public VulkanFaults {
protected:
  void expectNone(const mock_vulkan::Overrides &overrides, const char *message) {
    mock_vulkan::setOverrides(overrides);
    EXPECT_EQ(platforms(), 0u);
    EXPECT_THAT(log(), HasSubstr(message));
  }
  std::string log() const {
    const std::vector<uint8_t> bytes = vulkan_test::readFile(log_);
    unlink(log_.c_str());
    return std::string(bytes.begin(), bytes.end());
  }

  const std::string log_ = ::testing::TempDir() + "/no_device_" + std::to_string(getpid());
  const ScopedVariable logging_{"UR_LOG_VULKAN", "level:info;flush:info;output:file," + log_};
};

TEST_F(NoDevice, LoaderIsTooOld) {
  expectNone({.loaderVersion = VK_API_VERSION_1_1}, "The Vulkan loader has version 1.1");
}

TEST_F(NoDevice, DriverIsTooOld) {
  expectNone({.deviceVersion = VK_API_VERSION_1_1}, "supports Vulkan 1.1; at least 1.2 is needed");
}

TEST_F(NoDevice, NoQueuesForCompute) {
  expectNone({.supportsCompute = false}, "no queue family for compute");
}

TEST_F(NoDevice, NoDriver) {
  const ScopedVariable drivers("VK_ICD_FILENAMES", "/nowhere/driver.json");
  expectNone({}, "There are no Vulkan devices");
}

class VulkanWithout : public NoDevice, public ::testing::WithParamInterface<const char *> {};

TEST_P(VulkanWithout, IsNoDevice) {
  expectNone({.missingFeature = GetParam()},
             (std::string("does not support the feature ") + GetParam()).c_str());
}

INSTANTIATE_TEST_SUITE_P(Feature, VulkanWithout,
                         ::testing::Values("bufferDeviceAddress", "vulkanMemoryModel",
                                           "vulkanMemoryModelDeviceScope", "shaderInt64",
                                           "timelineSemaphore"),
                         [](const auto &parameter) { return std::string(parameter.param); });

} // namespace
} // namespace ursa
