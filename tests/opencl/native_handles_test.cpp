// Creates objects from native handles while driver calls fail. After a failure the application
// still owns its handle, even one whose ownership it wanted to transfer.
#include "opencl/calls.h"
#include "opencl/fake_object.h"

namespace ursa {
namespace {

class OpenclNativeHandles : public OpenclCalls {
protected:
  template <class Handle>
  ur_native_handle_t nativeOf(ur_result_t (*getNativeHandle)(Handle, ur_native_handle_t *),
                              Handle object) {
    ur_native_handle_t native = 0;
    EXPECT_OK(getNativeHandle(object, &native));
    return native;
  }

  // Checks both cases: the application keeps its reference, or transfers it to the new object.
  template <class Handle, class Properties, class Create>
  void checkWrapping(const char *name, ur_result_t (*release)(Handle), Properties properties,
                     ur_native_handle_t native, const Create &create) {
    Handle created = nullptr;
    check(creates(name, created, release,
                  [&] { return create(static_cast<const Properties *>(nullptr), &created); }));
    properties.isNativeHandleOwned = true;
    check({std::string(name) + " with ownership of the handle",
           [&] {
             const ur_result_t result = create(&properties, &created);
             if (result == UR_RESULT_SUCCESS)
               ++reinterpret_cast<testing::Object *>(native)->references; // to transfer it again
             return result;
           },
           [&] { EXPECT_OK(release(created)); }});
    EXPECT_EQ(create(&properties, static_cast<Handle *>(nullptr)),
              UR_RESULT_ERROR_INVALID_NULL_POINTER);
  }
};

TEST_F(OpenclNativeHandles, OfContexts) {
  const auto native = nativeOf(urContextGetNativeHandle, context_);
  checkWrapping<ur_context_handle_t>(
      "urContextCreateWithNativeHandle", urContextRelease,
      ur_context_native_properties_t{UR_STRUCTURE_TYPE_CONTEXT_NATIVE_PROPERTIES}, native,
      [&](const auto *properties, auto *created) {
        return urContextCreateWithNativeHandle(native, adapter_, 0, nullptr, properties, created);
      });
}

TEST_F(OpenclNativeHandles, OfQueues) {
  const auto native = nativeOf<ur_queue_handle_t>(
      [](ur_queue_handle_t queue, ur_native_handle_t *place) {
        return urQueueGetNativeHandle(queue, nullptr, place);
      },
      queue_);
  for (ur_device_handle_t device : {device_, ur_device_handle_t{}})
    checkWrapping<ur_queue_handle_t>(
        "urQueueCreateWithNativeHandle", urQueueRelease,
        ur_queue_native_properties_t{UR_STRUCTURE_TYPE_QUEUE_NATIVE_PROPERTIES}, native,
        [&](const auto *properties, auto *created) {
          return urQueueCreateWithNativeHandle(native, context_, device, properties, created);
        });
}

TEST_F(OpenclNativeHandles, OfEvents) {
  const auto native = nativeOf(urEventGetNativeHandle, event_);
  checkWrapping<ur_event_handle_t>(
      "urEventCreateWithNativeHandle", urEventRelease,
      ur_event_native_properties_t{UR_STRUCTURE_TYPE_EVENT_NATIVE_PROPERTIES}, native,
      [&](const auto *properties, auto *created) {
        return urEventCreateWithNativeHandle(native, context_, properties, created);
      });
}

TEST_F(OpenclNativeHandles, OfPrograms) {
  const auto native = nativeOf(urProgramGetNativeHandle, program_);
  checkWrapping<ur_program_handle_t>(
      "urProgramCreateWithNativeHandle", urProgramRelease,
      ur_program_native_properties_t{UR_STRUCTURE_TYPE_PROGRAM_NATIVE_PROPERTIES}, native,
      [&](const auto *properties, auto *created) {
        return urProgramCreateWithNativeHandle(native, context_, properties, created);
      });
}

TEST_F(OpenclNativeHandles, OfKernels) {
  const auto native = nativeOf(urKernelGetNativeHandle, kernel_);
  for (ur_program_handle_t program : {program_, ur_program_handle_t{}})
    checkWrapping<ur_kernel_handle_t>(
        "urKernelCreateWithNativeHandle", urKernelRelease,
        ur_kernel_native_properties_t{UR_STRUCTURE_TYPE_KERNEL_NATIVE_PROPERTIES}, native,
        [&](const auto *properties, auto *created) {
          return urKernelCreateWithNativeHandle(native, context_, program, properties, created);
        });
}

TEST_F(OpenclNativeHandles, OfBuffersAndImages) {
  const auto native = nativeOf<ur_mem_handle_t>(
      [](ur_mem_handle_t memory, ur_native_handle_t *place) {
        return urMemGetNativeHandle(memory, nullptr, place);
      },
      buffer_);
  const ur_mem_native_properties_t empty{UR_STRUCTURE_TYPE_MEM_NATIVE_PROPERTIES};
  checkWrapping<ur_mem_handle_t>("urMemBufferCreateWithNativeHandle", urMemRelease, empty, native,
                                 [&](const auto *properties, auto *created) {
                                   return urMemBufferCreateWithNativeHandle(native, context_,
                                                                            properties, created);
                                 });
  const ur_image_format_t format{UR_IMAGE_CHANNEL_ORDER_RGBA, UR_IMAGE_CHANNEL_TYPE_FLOAT};
  ur_image_desc_t description{UR_STRUCTURE_TYPE_IMAGE_DESC};
  checkWrapping<ur_mem_handle_t>("urMemImageCreateWithNativeHandle", urMemRelease, empty, native,
                                 [&](const auto *properties, auto *created) {
                                   return urMemImageCreateWithNativeHandle(native, context_,
                                                                           &format, &description,
                                                                           properties, created);
                                 });
}

TEST_F(OpenclNativeHandles, OfSamplers) {
  const ur_sampler_desc_t description{UR_STRUCTURE_TYPE_SAMPLER_DESC, nullptr, true,
                                      UR_SAMPLER_ADDRESSING_MODE_CLAMP,
                                      UR_SAMPLER_FILTER_MODE_NEAREST};
  ur_sampler_handle_t sampler = nullptr;
  ASSERT_OK(urSamplerCreate(context_, &description, &sampler));
  const auto native = nativeOf(urSamplerGetNativeHandle, sampler);
  checkWrapping<ur_sampler_handle_t>(
      "urSamplerCreateWithNativeHandle", urSamplerRelease,
      ur_sampler_native_properties_t{UR_STRUCTURE_TYPE_SAMPLER_NATIVE_PROPERTIES}, native,
      [&](const auto *properties, auto *created) {
        return urSamplerCreateWithNativeHandle(native, context_, properties, created);
      });
  uint32_t value = 0;
  for (const auto query : {UR_SAMPLER_INFO_NORMALIZED_COORDS, UR_SAMPLER_INFO_ADDRESSING_MODE,
                           UR_SAMPLER_INFO_FILTER_MODE})
    check({"urSamplerGetInfo", [&] {
             size_t size = 0;
             return urSamplerGetInfo(sampler, query, sizeof(value), &value, &size);
           }});
  EXPECT_OK(urSamplerRelease(sampler));
}

} // namespace
} // namespace ursa
