// Fails each driver call once, in every UR function that makes it. Each failure must return a code
// and a message, and must not leak objects.
#include "opencl/calls.h"

#include <array>

namespace ursa {
namespace {

using ::testing::HasSubstr;
using ursa::testing::SpirvBuilder;

TEST_F(OpenclCalls, OfContextsQueuesAndDevices) {
  ur_context_handle_t context = nullptr;
  check(creates("urContextCreate", context, urContextRelease,
                [&] { return urContextCreate(1, &device_, nullptr, &context); }));
  ur_queue_handle_t queue = nullptr;
  check(creates("urQueueCreate", queue, urQueueRelease,
                [&] { return urQueueCreate(context_, device_, nullptr, &queue); }));
  check({"urQueueFinish", [&] { return urQueueFinish(queue_); }});
  check({"urQueueFlush", [&] { return urQueueFlush(queue_); }});
  uint64_t time = 0;
  check({"urDeviceGetGlobalTimestamps",
         [&] { return urDeviceGetGlobalTimestamps(device_, &time, &time); }});
  size_t size = 0;
  for (const ur_device_info_t query :
       {UR_DEVICE_INFO_NAME, UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE, UR_DEVICE_INFO_TYPE,
        UR_DEVICE_INFO_MAX_WORK_ITEM_SIZES, UR_DEVICE_INFO_IMAGE_SUPPORT})
    check({"urDeviceGetInfo", [&] { return urDeviceGetInfo(device_, query, 0, nullptr, &size); }});
}

TEST_F(OpenclCalls, OfBuffers) {
  ur_mem_handle_t buffer = nullptr;
  check(creates("urMemBufferCreate", buffer, urMemRelease, [&] {
    return urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer);
  }));
  const ur_buffer_region_t region{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, 0, 16};
  check(creates("urMemBufferPartition", buffer, urMemRelease, [&] {
    return urMemBufferPartition(buffer_, UR_MEM_FLAG_READ_WRITE, UR_BUFFER_CREATE_TYPE_REGION,
                                &region, &buffer);
  }));
  size_t size = 0;
  check(
      {"urMemGetInfo", [&] { return urMemGetInfo(buffer_, UR_MEM_INFO_SIZE, 0, nullptr, &size); }});

  std::array<char, 64> bytes{};
  check(enqueues("urEnqueueMemBufferRead", [&](ur_event_handle_t *event) {
    return urEnqueueMemBufferRead(queue_, buffer_, true, 0, 8, bytes.data(), 0, nullptr, event);
  }));
  check(enqueues("urEnqueueMemBufferWrite", [&](ur_event_handle_t *event) {
    return urEnqueueMemBufferWrite(queue_, buffer_, true, 0, 8, bytes.data(), 0, nullptr, event);
  }));
  const ur_rect_region_t one{4, 2, 1};
  check(enqueues("urEnqueueMemBufferReadRect", [&](ur_event_handle_t *event) {
    return urEnqueueMemBufferReadRect(queue_, buffer_, true, {}, {}, one, 8, 16, 8, 16,
                                      bytes.data(), 0, nullptr, event);
  }));
  check(enqueues("urEnqueueMemBufferWriteRect", [&](ur_event_handle_t *event) {
    return urEnqueueMemBufferWriteRect(queue_, buffer_, true, {}, {}, one, 8, 16, 8, 16,
                                       bytes.data(), 0, nullptr, event);
  }));
  check(enqueues("urEnqueueMemBufferCopy", [&](ur_event_handle_t *event) {
    return urEnqueueMemBufferCopy(queue_, buffer_, buffer_, 0, 32, 8, 0, nullptr, event);
  }));
  check(enqueues("urEnqueueMemBufferCopyRect", [&](ur_event_handle_t *event) {
    return urEnqueueMemBufferCopyRect(queue_, buffer_, buffer_, {0, 0, 0}, {32, 0, 0}, one, 8, 16,
                                      8, 16, 0, nullptr, event);
  }));
  for (const size_t pattern :
       {4, 3}) // a pattern of 3 bytes is a write, which blocks if the callback fails
    check(enqueues("urEnqueueMemBufferFill",
                   [&](ur_event_handle_t *event) {
                     return urEnqueueMemBufferFill(queue_, buffer_, bytes.data(), pattern, 0, 12, 0,
                                                   nullptr, event);
                   }),
          {"clSetEventCallback"});
  // Between contexts, the bytes pass through host memory.
  ur_context_handle_t context = nullptr;
  ur_mem_handle_t elsewhere = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
  ASSERT_OK(urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &elsewhere));
  for (const auto &[from, to] : {std::pair(buffer_, elsewhere), std::pair(elsewhere, buffer_)}) {
    const auto copy = [&, from = from, to = to](ur_event_handle_t *event) {
      return urEnqueueMemBufferCopy(queue_, from, to, 0, 0, 8, 0, nullptr, event);
    };
    ASSERT_OK(copy(nullptr)); // creates a retained queue
    check(enqueues("urEnqueueMemBufferCopy between contexts", copy),
          {"clGetEventInfo", "clSetUserEventStatus", "clWaitForEvents"});
  }
  EXPECT_OK(urMemRelease(elsewhere));
  EXPECT_OK(urContextRelease(context));
  // The driver never sees memory that is not one of its objects.
  EXPECT_EQ(urMemBufferCreateWithNativeHandle(reinterpret_cast<ur_native_handle_t>(memory_),
                                              context_, nullptr, &buffer),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  void *mapped = nullptr;
  check(enqueues("urEnqueueMemBufferMap", [&](ur_event_handle_t *event) {
    return urEnqueueMemBufferMap(queue_, buffer_, true, UR_MAP_FLAG_READ, 0, 8, 0, nullptr, event,
                                 &mapped);
  }));
  check(enqueues("urEnqueueMemUnmap", [&](ur_event_handle_t *event) {
    return urEnqueueMemUnmap(queue_, buffer_, mapped, 0, nullptr, event);
  }));
}

TEST_F(OpenclCalls, OfUsm) {
  void *memory = nullptr;
  const Operation allocation{
      "urUSMSharedAlloc",
      [&] { return urUSMSharedAlloc(context_, device_, nullptr, nullptr, 64, &memory); },
      [&] { EXPECT_OK(urUSMFree(context_, memory)); }};
  check(allocation, {"clFinish"});
  std::array<char, 64> bytes{};
  check(enqueues("urEnqueueUSMMemcpy", [&](ur_event_handle_t *event) {
    return urEnqueueUSMMemcpy(queue_, true, memory_, bytes.data(), 8, 0, nullptr, event);
  }));
  for (const size_t pattern : {4, 3})
    check(enqueues("urEnqueueUSMFill",
                   [&](ur_event_handle_t *event) {
                     return urEnqueueUSMFill(queue_, memory_, pattern, bytes.data(), 12, 0, nullptr,
                                             event);
                   }),
          {"clSetEventCallback"});
  check(enqueues("urEnqueueUSMFill2D", [&](ur_event_handle_t *event) {
    return urEnqueueUSMFill2D(queue_, memory_, 16, 4, bytes.data(), 8, 2, 0, nullptr, event);
  }));
  check(enqueues("urEnqueueUSMMemcpy2D", [&](ur_event_handle_t *event) {
    return urEnqueueUSMMemcpy2D(queue_, true, memory_, 16, bytes.data(), 8, 8, 2, 0, nullptr,
                                event);
  }));
  check({"urUSMContextMemcpyExp",
         [&] { return urUSMContextMemcpyExp(context_, memory_, bytes.data(), 8); }});
  ur_exp_kernel_arg_properties_t arguments[2] = {};
  arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  arguments[0].value.pointer = memory_;
  const uint32_t value = 7;
  arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  arguments[1].index = 1;
  arguments[1].size = sizeof(value);
  arguments[1].value.value = &value;
  const size_t global = 4;
  check(enqueues("urEnqueueKernelLaunchWithArgsExp", [&](ur_event_handle_t *event) {
    return urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, nullptr, &global, nullptr, 2,
                                            arguments, nullptr, 0, nullptr, event);
  }));
}

TEST_F(OpenclCalls, OfImagesAndSamplers) {
  const ur_image_format_t format{UR_IMAGE_CHANNEL_ORDER_RGBA, UR_IMAGE_CHANNEL_TYPE_FLOAT};
  ur_image_desc_t description{};
  description.stype = UR_STRUCTURE_TYPE_IMAGE_DESC;
  description.type = UR_MEM_TYPE_IMAGE2D;
  description.width = description.height = 2;
  ur_mem_handle_t image = nullptr;
  const auto create = [&](ur_mem_handle_t *created) {
    return urMemImageCreate(context_, UR_MEM_FLAG_READ_WRITE, &format, &description, nullptr,
                            created);
  };
  check(creates("urMemImageCreate", image, urMemRelease, [&] { return create(&image); }));
  ur_mem_handle_t kept = nullptr;
  ASSERT_OK(create(&kept));
  std::array<float, 16> pixels{};
  check(enqueues("urEnqueueMemImageRead", [&](ur_event_handle_t *event) {
    return urEnqueueMemImageRead(queue_, kept, true, {}, {2, 2, 1}, 0, 0, pixels.data(), 0, nullptr,
                                 event);
  }));
  check(enqueues("urEnqueueMemImageWrite", [&](ur_event_handle_t *event) {
    return urEnqueueMemImageWrite(queue_, kept, true, {}, {2, 2, 1}, 0, 0, pixels.data(), 0,
                                  nullptr, event);
  }));
  check(enqueues("urEnqueueMemImageCopy", [&](ur_event_handle_t *event) {
    return urEnqueueMemImageCopy(queue_, kept, kept, {0, 0, 0}, {1, 1, 0}, {1, 1, 1}, 0, nullptr,
                                 event);
  }));
  EXPECT_OK(urMemRelease(kept));

  const ur_sampler_desc_t samplerDescription{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, true,
                                             UR_SAMPLER_ADDRESSING_MODE_CLAMP,
                                             UR_SAMPLER_FILTER_MODE_NEAREST};
  ur_sampler_handle_t sampler = nullptr;
  check(creates("urSamplerCreate", sampler, urSamplerRelease,
                [&] { return urSamplerCreate(context_, &samplerDescription, &sampler); }));
}

TEST_F(OpenclCalls, OfProgramsAndKernels) {
  const std::vector<std::byte> words = SpirvBuilder().kernel("iota").bytes();
  ur_program_handle_t program = nullptr;
  int builds = 0; // each with different options, so that the build cache never hits
  check(creates("urProgramBuild", program, urProgramRelease,
                [&] {
                  const std::string options = "-DBUILD=" + std::to_string(++builds);
                  ur_program_handle_t created = nullptr;
                  ur_result_t result = urProgramCreateWithIL(context_, words.data(), words.size(),
                                                             nullptr, &created);
                  if (result == UR_RESULT_SUCCESS)
                    result = urProgramBuild(context_, created, options.c_str());
                  if (result == UR_RESULT_SUCCESS)
                    program = created;
                  else
                    urProgramRelease(created);
                  return result;
                }),
        {"clGetProgramBuildInfo"});
  const uint8_t binary[] = {1, 2, 3};
  const uint8_t *binaries[] = {binary};
  size_t size = sizeof(binary);
  check(creates("urProgramCreateWithBinary", program, urProgramRelease, [&] {
    return urProgramCreateWithBinary(context_, 1, &device_, &size, binaries, nullptr, &program);
  }));
  check({"urProgramCompile", [&] { return urProgramCompile(context_, program_, nullptr); }},
        {"clGetProgramBuildInfo"});
  check(creates("urProgramLink", program, urProgramRelease,
                [&] { return urProgramLink(context_, 1, &program_, nullptr, &program); }));
  ur_kernel_handle_t kernel = nullptr;
  check(creates("urKernelCreate", kernel, urKernelRelease,
                [&] { return urKernelCreate(program_, "iota", &kernel); }));
  check({"urProgramGetInfo", [&] {
           return urProgramGetInfo(program_, UR_PROGRAM_INFO_KERNEL_NAMES, 0, nullptr, &size);
         }});
  check({"urKernelSetExecInfo", [&] {
           return urKernelSetExecInfo(kernel_, UR_KERNEL_EXEC_INFO_USM_PTRS, sizeof(memory_),
                                      nullptr, &memory_);
         }});
  check({"urKernelGetInfo",
         [&] { return urKernelGetInfo(kernel_, UR_KERNEL_INFO_NUM_ARGS, 0, nullptr, &size); }});
  check({"urKernelGetGroupInfo", [&] {
           return urKernelGetGroupInfo(kernel_, device_, UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE, 0,
                                       nullptr, &size);
         }});
}

TEST_F(OpenclCalls, OfEvents) {
  check(enqueues("urEnqueueEventsWait", [&](ur_event_handle_t *event) {
    return urEnqueueEventsWait(queue_, 1, &event_, event);
  }));
  check(enqueues("urEnqueueEventsWaitWithBarrier", [&](ur_event_handle_t *event) {
    return urEnqueueEventsWaitWithBarrier(queue_, 1, &event_, event);
  }));
  check({"urEventWait", [&] { return urEventWait(1, &event_); }});
  size_t size = 0;
  check({"urEventGetProfilingInfo", [&] {
           return urEventGetProfilingInfo(event_, UR_PROFILING_INFO_COMMAND_END, 0, nullptr, &size);
         }});
  check({"urEventSetCallback", [&] {
           return urEventSetCallback(
               event_, UR_EXECUTION_INFO_COMPLETE,
               [](ur_event_handle_t, ur_execution_info_t, void *) {}, nullptr);
         }});
  // A user event follows an event of another context.
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
  ASSERT_OK(urQueueCreate(context, device_, nullptr, &queue));
  check(enqueues("urEnqueueEventsWait of another context",
                 [&](ur_event_handle_t *event) {
                   return urEnqueueEventsWait(queue, 1, &event_, event);
                 }),
        {"clSetUserEventStatus"});
  EXPECT_OK(urQueueRelease(queue));
  EXPECT_OK(urContextRelease(context));
}

TEST_F(OpenclCalls, OfHostCommands) {
  check(enqueues("urEnqueueTimestampRecordingExp",
                 [&](ur_event_handle_t *event) {
                   return urEnqueueTimestampRecordingExp(queue_, true, 1, &event_, event);
                 }),
        // retained queue and buffer
        {"clCreateCommandQueueWithProperties", "clGetDeviceInfo", "clCreateBuffer"});
  check(enqueues("urEnqueueNativeCommandExp", [&](ur_event_handle_t *event) {
    return urEnqueueNativeCommandExp(
        queue_, [](ur_queue_handle_t, void *) {}, nullptr, 0, nullptr, nullptr, 1, &event_, event);
  }));
  void *memory = nullptr;
  check({"urEnqueueUSMDeviceAllocExp",
         [&] {
           return urEnqueueUSMDeviceAllocExp(queue_, nullptr, 8, nullptr, 0, nullptr, &memory,
                                             nullptr);
         },
         [&] { EXPECT_OK(urUSMFree(context_, memory)); }},
        {"clFinish", "clSVMAlloc"}); // of a pool
  const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr,
                                        UR_EXP_EVENT_FLAG_ENABLE_PROFILING};
  ur_event_handle_t reusable = nullptr;
  ASSERT_OK(urEventCreateExp(context_, device_, &description, &reusable));
  const auto signal = [&] {
    return urEnqueueEventsWaitWithBarrierExt(queue_, nullptr, 0, nullptr, &reusable);
  };
  ASSERT_OK(signal());
  check({"urEnqueueEventsWaitWithBarrierExt", signal});
  EXPECT_OK(urEventRelease(reusable));
  size_t groups = 0;
  ur_bool_t isEmpty = false;
  ASSERT_OK(urEnqueueEventsWait(queue_, 0, nullptr, nullptr));
  check({"urQueueGetInfo",
         [&] {
           const ur_result_t enqueued = urEnqueueEventsWait(queue_, 0, nullptr, nullptr);
           return enqueued != UR_RESULT_SUCCESS
                      ? enqueued
                      : urQueueGetInfo(queue_, UR_QUEUE_INFO_EMPTY, sizeof(isEmpty), &isEmpty,
                                       &groups);
         },
         [&] { EXPECT_TRUE(isEmpty); }});
}

// The task does not run, and commands that were enqueued before the failure are not blocked.
TEST_F(OpenclCalls, TasksThatFailToEnqueue) {
  const int objects = driver_.objects;
  for (const std::string function :
       {"clCreateUserEvent", "clEnqueueMarkerWithWaitList", "clSetEventCallback"}) {
    driver_.called.clear();
    driver_.fail(function, CL_DEVICE_NOT_AVAILABLE);
    EXPECT_EQ(urEnqueueHostTaskExp(
                  queue_, [](void *) { ADD_FAILURE(); }, nullptr, nullptr, 1, &event_, &created_),
              UR_RESULT_ERROR_DEVICE_NOT_AVAILABLE)
        << function;
    EXPECT_THAT(lastError(), HasSubstr(function));
    EXPECT_EQ(driver_.called.contains("clSetUserEventStatus"), function == "clSetEventCallback");
    EXPECT_EQ(created_, nullptr);
    EXPECT_EQ(driver_.objects, objects) << function;
  }
  driver_.fail("");
}

// Without the driver's timer, a command in a queue of the device provides the time.
TEST_F(OpenclCalls, ClockWithoutDriverTimer) {
  driver_.fail("clGetDeviceAndHostTimer", CL_INVALID_OPERATION);
  uint64_t ofDevice = 0;
  uint64_t first = 0;
  uint64_t second = 0;
  driver_.called.clear();
  EXPECT_OK(urDeviceGetGlobalTimestamps(device_, nullptr, &first));
  EXPECT_FALSE(driver_.called.contains("clEnqueueMarkerWithWaitList"));
  EXPECT_OK(urDeviceGetGlobalTimestamps(device_, &ofDevice, &second));
  EXPECT_EQ(ofDevice, 1u);
  EXPECT_NE(first, 0u);
  EXPECT_GE(second, first);
  retainedObjects_ = 2;
  driver_.fail("");
}

TEST_F(OpenclCalls, OfSubDevices) {
  ur_device_partition_property_t equally{};
  equally.type = UR_DEVICE_PARTITION_EQUALLY;
  equally.value.equally = 1;
  const ur_device_partition_properties_t properties{UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES,
                                                    nullptr, &equally, 1};
  ur_device_handle_t parts[2] = {};
  check({"urDevicePartition",
         [&] { return urDevicePartition(device_, &properties, 2, parts, nullptr); },
         [&] {
           for (ur_device_handle_t part : parts)
             EXPECT_OK(urDeviceRelease(part));
         }});
}

// OpenCL reports the times of a command only after it completed, and only if its queue records
// them.
TEST_F(OpenclCalls, TimesOfARunningCommand) {
  uint64_t time = 0;
  const auto queryTime = [&] {
    return urEventGetProfilingInfo(event_, UR_PROFILING_INFO_COMMAND_QUEUED, sizeof(time), &time,
                                   nullptr);
  };
  driver_.commandsRun = true;
  EXPECT_OK(queryTime());
  EXPECT_EQ(time, 1u);
  EXPECT_FALSE(driver_.commandsRun);
  driver_.called.clear();
  driver_.fail("clGetEventProfilingInfo", CL_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(queryTime(), UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_FALSE(driver_.called.contains("clWaitForEvents"));
  driver_.fail("");
}

TEST_F(OpenclCalls, AllDevicesAccessFineGrainedMemory) {
  int reaches = 0;
  EXPECT_OK(urUsmP2PPeerAccessGetInfoExp(device_, device_, UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT,
                                         sizeof(reaches), &reaches, nullptr));
  EXPECT_EQ(reaches, 1);
  EXPECT_OK(urUsmP2PPeerAccessGetInfoExp(device_, device_, UR_EXP_PEER_INFO_UR_PEER_ATOMICS_SUPPORT,
                                         sizeof(reaches), &reaches, nullptr));
  EXPECT_EQ(reaches, 0);
  EXPECT_OK(urUsmP2PEnablePeerAccessExp(device_, device_));
  EXPECT_OK(urUsmP2PDisablePeerAccessExp(device_, device_));
}

// Some drivers report the times of an earlier command for markers with a wait list.
TEST_F(OpenclCalls, TimesOfMarkersWithoutProfiling) {
  driver_.markersKeepTimes = false;
  uint64_t time = 0;
  const auto timeOf = [&](ur_event_handle_t event, ur_profiling_info_t query) {
    return urEventGetProfilingInfo(event, query, sizeof(time), &time, nullptr);
  };
  ur_event_handle_t marker = nullptr;
  ASSERT_OK(urEnqueueEventsWait(queue_, 1, &event_, &marker));
  for (const auto query : {UR_PROFILING_INFO_COMMAND_QUEUED, UR_PROFILING_INFO_COMMAND_START})
    EXPECT_EQ(timeOf(marker, query), UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(time, 0u);
  EXPECT_OK(urEventRelease(marker));
  const ur_queue_properties_t profiled{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                       UR_QUEUE_FLAG_PROFILING_ENABLE};
  ur_queue_handle_t other = nullptr;
  ASSERT_OK(urQueueCreate(context_, device_, &profiled, &other));
  for (ur_queue_handle_t queue : {queue_, other})
    for (const uint32_t waits : {0u, 1u}) {
      ur_event_handle_t timestamp = nullptr;
      ASSERT_OK(urEnqueueTimestampRecordingExp(queue, false, waits, waits ? &event_ : nullptr,
                                               &timestamp));
      EXPECT_OK(timeOf(timestamp, UR_PROFILING_INFO_COMMAND_END)) << lastError();
      EXPECT_OK(urEventRelease(timestamp));
    }
  EXPECT_OK(urQueueRelease(other));
}

// Intel's unified shared memory.
struct OpenclIntelMemory : OpenclCalls {
  OpenclIntelMemory() : OpenclCalls(0) { driver_.extensions = "cl_intel_unified_shared_memory"; }
};
TEST_F(OpenclIntelMemory, OfEveryKind) {
  void *memory = nullptr;
  const auto free = [&] { EXPECT_OK(urUSMFree(context_, memory)); };
  check({"urUSMHostAlloc", [&] { return urUSMHostAlloc(context_, nullptr, nullptr, 64, &memory); },
         free});
  check({"urUSMDeviceAlloc",
         [&] { return urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory); }, free});
  check({"urUSMSharedAlloc",
         [&] { return urUSMSharedAlloc(context_, device_, nullptr, nullptr, 64, &memory); }, free});
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory));
  std::array<char, 8> bytes{};
  check(enqueues("urEnqueueUSMMemcpy", [&](ur_event_handle_t *event) {
    return urEnqueueUSMMemcpy(queue_, true, memory, bytes.data(), 8, 0, nullptr, event);
  }));
  check(enqueues("urEnqueueUSMFill", [&](ur_event_handle_t *event) {
    return urEnqueueUSMFill(queue_, memory, 4, bytes.data(), 12, 0, nullptr, event);
  }));
  ur_exp_kernel_arg_properties_t arguments[2] = {};
  arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  arguments[0].value.pointer = memory;
  const uint32_t value = 7;
  arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  arguments[1].index = 1;
  arguments[1].size = sizeof(value);
  arguments[1].value.value = &value;
  const size_t global = 4;
  check(enqueues("urEnqueueKernelLaunchWithArgsExp", [&](ur_event_handle_t *event) {
    return urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, nullptr, &global, nullptr, 2,
                                            arguments, nullptr, 0, nullptr, event);
  }));
  free();
}

// Buffers, no USM.
struct OpenclBuffersOnly : OpenclCalls {
  OpenclBuffersOnly() : OpenclCalls(0) {}
};
TEST_F(OpenclBuffersOnly, ReportsThatUsmIsUnsupported) {
  for (const ur_device_info_t query :
       {UR_DEVICE_INFO_USM_HOST_SUPPORT, UR_DEVICE_INFO_USM_DEVICE_SUPPORT,
        UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT, UR_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT}) {
    ur_device_usm_access_capability_flags_t flags = 99;
    EXPECT_OK(urDeviceGetInfo(device_, query, sizeof(flags), &flags, nullptr));
    EXPECT_EQ(flags, 0u);
  }
  void *memory = nullptr;
  EXPECT_EQ(urUSMHostAlloc(context_, nullptr, nullptr, 64, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("no shared virtual memory"));
  EXPECT_THAT(lastError(), HasSubstr("type host"));
  EXPECT_EQ(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 64, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(memory, nullptr);
  char bytes[8] = {};
  EXPECT_EQ(urEnqueueUSMMemcpy(queue_, true, bytes, bytes + 4, 4, 0, nullptr, nullptr),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("no unified shared memory"));
  int reaches = 1;
  EXPECT_OK(urUsmP2PPeerAccessGetInfoExp(device_, device_, UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT,
                                         sizeof(reaches), &reaches, nullptr));
  EXPECT_EQ(reaches, 0);
  EXPECT_EQ(urUsmP2PEnablePeerAccessExp(device_, device_), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(urUSMContextMemcpyExp(context_, bytes, bytes + 4, 4),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  ur_exp_kernel_arg_properties_t arguments[2] = {};
  arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  arguments[0].value.pointer = bytes;
  arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  arguments[1].index = 1;
  arguments[1].size = sizeof(bytes);
  arguments[1].value.value = bytes;
  const size_t global = 4;
  EXPECT_EQ(urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, nullptr, &global, nullptr, 2,
                                             arguments, nullptr, 0, nullptr, nullptr),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("Argument 0 is a pointer"));
}

// The host cannot access coarse-grained memory, so it is used only for device allocations.
struct OpenclCoarseMemory : OpenclCalls {
  OpenclCoarseMemory() : OpenclCalls(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) {}
};
TEST_F(OpenclCoarseMemory, SupportsOnlyDeviceAllocations) {
  void *memory = nullptr;
  EXPECT_EQ(urUSMHostAlloc(context_, nullptr, nullptr, 64, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("coarse-grained"));
  EXPECT_EQ(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 64, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory));
  EXPECT_OK(urUSMFree(context_, memory));
}

} // namespace
} // namespace ursa
