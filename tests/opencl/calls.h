// Runs operations once for each driver call that they make, with that call failing.
#pragma once

#include "opencl/fixture.h"

#include <functional>

namespace ursa {

// An operation, which is repeated, and the function that releases what it created.
struct Operation {
  std::string name;
  std::function<ur_result_t()> run;
  std::function<void()> destroy = [] {};
};

class OpenclCalls : public OpenclFaults {
protected:
  explicit OpenclCalls(cl_device_svm_capabilities svm = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER |
                                                        CL_DEVICE_SVM_FINE_GRAIN_BUFFER) {
    driver_.svm = svm;
  }

  void SetUp() override {
    ASSERT_EQ(devices(), 1u);
    ASSERT_OK(runProgram()) << failure_;
    if (driver_.svm != 0) {
      ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory_));
    }
  }
  void TearDown() override {
    if (memory_) {
      EXPECT_OK(urUSMFree(context_, memory_));
    }
    releaseAll();
    // Waits for the adapter's threads, which hold the events of callbacks.
    EXPECT_OK(urAdapterRelease(adapter_));
    EXPECT_EQ(driver_.objects, retainedObjects_);
    EXPECT_OK(urAdapterGet(1, &adapter_, nullptr)); // the fixture releases it
  }

  template <class Handle>
  Operation creates(std::string name, Handle &created, ur_result_t (*release)(Handle),
                    std::function<ur_result_t()> run) {
    return {std::move(name), std::move(run), [&created, release] {
              EXPECT_OK(release(created));
              created = nullptr;
            }};
  }
  Operation enqueues(std::string name, std::function<ur_result_t(ur_event_handle_t *)> run) {
    return creates(std::move(name), created_, urEventRelease,
                   [this, run] { return run(&created_); });
  }

  // Fails each call that the operation makes. The calls in `optional` may fail without an error.
  void check(const Operation &operation, const std::set<std::string> &optional = {}) {
    driver_.called.clear();
    ASSERT_OK(operation.run()) << operation.name << ": " << lastError();
    const std::set<std::string> functions = driver_.called;
    operation.destroy();
    EXPECT_FALSE(functions.empty()) << operation.name;
    const int objects = driver_.objects;
    for (const std::string &function : functions) {
      driver_.fail(function, CL_DEVICE_NOT_AVAILABLE);
      const ur_result_t result = operation.run();
      driver_.fail("");
      const std::string where = operation.name + " with failing " + function;
      if (result == UR_RESULT_SUCCESS) {
        EXPECT_TRUE(optional.contains(function)) << where;
        operation.destroy();
      } else if (function == "clSVMAlloc") { // which returns no code
        EXPECT_EQ(result, UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY) << where;
      } else {
        EXPECT_EQ(result, UR_RESULT_ERROR_DEVICE_NOT_AVAILABLE) << where;
        EXPECT_THAT(lastError(), ::testing::HasSubstr("CL_DEVICE_NOT_AVAILABLE (-2)")) << where;
      }
      EXPECT_EQ(driver_.objects, objects) << where;
    }
  }

  void *memory_ = nullptr;
  int retainedObjects_ = 0; ///< objects that the device retains
  ur_event_handle_t created_ = nullptr;
};

} // namespace ursa
