// Every adapter refuses a wrong call with the same sentence, since the checks are written once.
#include "conformance/harness.h"

#include <gmock/gmock.h>

namespace ursa::conformance {
namespace {

using testing::HasSubstr;

class Sentences : public DeviceTest {
protected:
  /// Expects the result of a call, and its sentence.
  void expect(ur_result_t result, ur_result_t expected, const std::string &sentence) {
    EXPECT_EQ(result, expected);
    EXPECT_THAT(lastError(), HasSubstr(sentence));
  }
};

TEST_F(Sentences, Devices) {
  uint32_t count = 0;
  expect(urDeviceGet(platform_, static_cast<ur_device_type_t>(99), 0, nullptr, &count),
         UR_RESULT_ERROR_INVALID_ENUMERATION, "The device type 99 is not defined.");
  ur_device_handle_t device = nullptr;
  expect(urDeviceGet(platform_, UR_DEVICE_TYPE_ALL, 0, &device, nullptr),
         UR_RESULT_ERROR_INVALID_SIZE,
         "The number of devices to return is 0, but phDevices is not null.");
  const ur_device_binary_t binary{UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, "no such target"};
  uint32_t selected = 0;
  expect(urDeviceSelectBinary(device_, &binary, 1, &selected), UR_RESULT_ERROR_INVALID_BINARY,
         "offered were: 'no such target'.");
}

TEST_F(Sentences, ContextsAndQueues) {
  ur_context_handle_t context = nullptr;
  const ur_context_properties_t properties{UR_STRUCTURE_TYPE_CONTEXT_PROPERTIES, nullptr,
                                           UR_CONTEXT_FLAGS_MASK};
  expect(urContextCreate(1, &device_, &properties, &context), UR_RESULT_ERROR_INVALID_ENUMERATION,
         "The context flags 0xfffffffe are not defined.");
  ur_queue_handle_t queue = nullptr;
  const ur_queue_properties_t both{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                   UR_QUEUE_FLAG_PRIORITY_LOW | UR_QUEUE_FLAG_PRIORITY_HIGH};
  expect(urQueueCreate(context_, device_, &both, &queue), UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES,
         "exclude each other.");
}

TEST_F(Sentences, Buffers) {
  ur_mem_handle_t buffer = nullptr;
  expect(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 0, nullptr, &buffer),
         UR_RESULT_ERROR_INVALID_BUFFER_SIZE, "A buffer of 0 bytes was requested; 1 to ");
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_ONLY, 4096, nullptr, &buffer));
  ur_mem_handle_t part = nullptr;
  const ur_buffer_region_t outside{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, 0, 4097};
  expect(urMemBufferPartition(buffer, UR_MEM_FLAG_READ_ONLY, UR_BUFFER_CREATE_TYPE_REGION, &outside,
                              &part),
         UR_RESULT_ERROR_INVALID_BUFFER_SIZE,
         "The region of 4097 bytes at 0 does not lie in the buffer of 4096 bytes.");
  const ur_buffer_region_t whole{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, 0, 4096};
  expect(urMemBufferPartition(buffer, UR_MEM_FLAG_READ_WRITE, UR_BUFFER_CREATE_TYPE_REGION, &whole,
                              &part),
         UR_RESULT_ERROR_INVALID_VALUE,
         "Memory flags 0x1 are not possible for a part of a buffer with flags 0x4.");
  ASSERT_OK(urMemBufferPartition(buffer, UR_MEM_FLAG_READ_ONLY, UR_BUFFER_CREATE_TYPE_REGION,
                                 &whole, &part));
  ur_mem_handle_t again = nullptr;
  expect(urMemBufferPartition(part, UR_MEM_FLAG_READ_ONLY, UR_BUFFER_CREATE_TYPE_REGION, &whole,
                              &again),
         UR_RESULT_ERROR_INVALID_MEM_OBJECT,
         "A sub-buffer can be created only from a buffer; this is a sub-buffer.");
  EXPECT_OK(urMemRelease(part));
  EXPECT_OK(urMemRelease(buffer));
}

TEST_F(Sentences, Events) {
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueEventsWait(makeQueue(UR_QUEUE_FLAG_PROFILING_ENABLE), 0, nullptr, &event));
  ASSERT_OK(urEventWait(1, &event));
  ur_event_handle_t const list[] = {event, nullptr};
  expect(urEventWait(2, list), UR_RESULT_ERROR_INVALID_EVENT, "Event 1 of 2 is null.");
  uint64_t time = 0;
  const auto callback = [](ur_event_handle_t, ur_execution_info_t, void *) {};
  expect(urEventSetCallback(event, UR_EXECUTION_INFO_QUEUED, callback, nullptr),
         UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
         "A callback for UR_EXECUTION_INFO_QUEUED cannot be set, because a command is queued "
         "before its event exists.");
  expect(urEventGetProfilingInfo(event, static_cast<ur_profiling_info_t>(99), sizeof(time), &time,
                                 nullptr),
         UR_RESULT_ERROR_INVALID_ENUMERATION, "urEventGetProfilingInfo: query 99 is not defined.");
  EXPECT_OK(urEventRelease(event));
}

TEST_F(Sentences, Programs) {
  ur_program_handle_t built = program("ids");
  unsigned char *place = nullptr;
  expect(urProgramGetInfo(built, UR_PROGRAM_INFO_BINARIES, 1, &place, nullptr),
         UR_RESULT_ERROR_INVALID_SIZE, "The program has 1 binary, but propSize holds 0 pointers.");
  if (capabilities().il || capabilities().imageVariables) {
    size_t size = 0;
    void *address = nullptr;
    expect(urProgramGetGlobalVariablePointer(device_, built, "no_such_variable", &size, &address),
           UR_RESULT_ERROR_INVALID_VALUE, "The program has no global variable 'no_such_variable'.");
  }
  ur_program_handle_t linked = nullptr;
  expect(urProgramLink(context_, 0, &built, nullptr, &linked), UR_RESULT_ERROR_INVALID_SIZE,
         "count is 0.");
}

} // namespace
} // namespace ursa::conformance
