// Missing features of a device: each function returns the code and has a message, and changes
// nothing.
#include "conformance/harness.h"

#include <gmock/gmock.h>

#include <functional>
#include <map>

namespace ursa::conformance {
namespace {

class MissingFeatures : public DeviceTest, public testing::WithParamInterface<std::string> {
protected:
  ur_result_t call(const std::string &feature) {
    void *memory = nullptr;
    size_t size = 64;
    ur_event_handle_t event = nullptr;
    const std::map<std::string, std::function<ur_result_t()>> calls = {
        {"HostTask",
         [&] {
           return urEnqueueHostTaskExp(
               queue_, [](void *) {}, nullptr, nullptr, 0, nullptr, nullptr);
         }},
        {"NativeCommand",
         [&] {
           return urEnqueueNativeCommandExp(
               queue_, [](ur_queue_handle_t, void *) {}, nullptr, 0, nullptr, nullptr, 0, nullptr,
               nullptr);
         }},
        {"Timestamp",
         [&] { return urEnqueueTimestampRecordingExp(queue_, true, 0, nullptr, &event); }},
        {"AllocationInQueue",
         [&] {
           return urEnqueueUSMDeviceAllocExp(queue_, nullptr, size, nullptr, 0, nullptr, &memory,
                                             nullptr);
         }},
        {"UsmPool",
         [&] {
           ur_usm_pool_desc_t description{UR_STRUCTURE_TYPE_USM_POOL_DESC, nullptr, 0};
           ur_usm_pool_handle_t pool = nullptr;
           return urUSMPoolCreate(context_, &description, &pool);
         }},
        {"VirtualMemory", [&] { return urVirtualMemReserve(context_, nullptr, 4096, &memory); }},
        {"PhysicalMemory",
         [&] {
           ur_physical_mem_handle_t physical = nullptr;
           return urPhysicalMemCreate(context_, device_, 4096, nullptr, &physical);
         }},
        {"RegisteredMemory",
         [&] { return urUSMHostAllocRegisterExp(context_, this, size, nullptr); }},
        {"ExportedMemory",
         [&] {
           return urMemoryExportAllocExportableMemoryExp(
               context_, device_, 8, size, UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD, &memory);
         }},
        {"IpcMemory",
         [&] {
           void *allocation = nullptr;
           EXPECT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, size, &allocation));
           const ur_result_t result = urIPCGetMemHandleExp(context_, allocation, &memory, &size);
           EXPECT_OK(urUSMFree(context_, allocation));
           return result;
         }},
        {"PitchedMemory",
         [&] {
           return urUSMPitchedAllocExp(context_, device_, nullptr, nullptr, 100, 8, 4, &memory,
                                       &size);
         }},
        {"CommandBuffer",
         [&] {
           const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                          nullptr, false, false, false};
           ur_exp_command_buffer_handle_t commands = nullptr;
           return urCommandBufferCreateExp(context_, device_, &description, &commands);
         }},
        {"VariableRead",
         [&] {
           return urEnqueueDeviceGlobalVariableRead(queue_, program("ids"), "any", true, 4, 0,
                                                    &size, 0, nullptr, nullptr);
         }},
        {"VariableWrite",
         [&] {
           return urEnqueueDeviceGlobalVariableWrite(queue_, program("ids"), "any", true, 4, 0,
                                                     &size, 0, nullptr, nullptr);
         }},
        {"VariableAddress",
         [&] {
           return urProgramGetGlobalVariablePointer(device_, program("ids"), "any", &size, &memory);
         }},
    };
    const auto found = calls.find(feature);
    EXPECT_NE(found, calls.end());
    const ur_result_t result = found == calls.end() ? UR_RESULT_SUCCESS : found->second();
    EXPECT_EQ(memory, nullptr);
    EXPECT_EQ(event, nullptr);
    return result;
  }
};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MissingFeatures);
// The message is the adapter's, or the loader's for a function that the adapter does not implement.
TEST_P(MissingFeatures, AreReported) {
  EXPECT_EQ(call(GetParam()), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  const std::string sentence = lastError();
  EXPECT_THAT(sentence, testing::MatchesRegex(".* (not|no|none|without) .*[.]"));
}

INSTANTIATE_TEST_SUITE_P(Device, MissingFeatures, testing::ValuesIn(missingFeatures()),
                         [](const auto &parameter) { return parameter.param; });

} // namespace
} // namespace ursa::conformance
