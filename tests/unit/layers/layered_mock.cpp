#include "unit/layers/layered_mock.h"

namespace ursa::core::layers {

using api::Function;

LayeredMock::LayeredMock(const char *layers) : loader_(layers) {
  using testing::_;
  using testing::Return;
  EXPECT_EQ(urAdapterGet(1, &adapter, nullptr), UR_RESULT_SUCCESS);
  ON_CALL(mock.on<Function::urPlatformGet>(), Call)
      .WillByDefault([this](ur_adapter_handle_t, uint32_t, ur_platform_handle_t *out, uint32_t *) {
        return give(out);
      });
  ON_CALL(mock.on<Function::urDeviceGet>(), Call)
      .WillByDefault([this](ur_platform_handle_t, ur_device_type_t, uint32_t,
                            ur_device_handle_t *out, uint32_t *) { return give(out); });
  ON_CALL(mock.on<Function::urContextCreate>(), Call)
      .WillByDefault([this](uint32_t, const ur_device_handle_t *, const ur_context_properties_t *,
                            ur_context_handle_t *out) { return give(out); });
  ON_CALL(mock.on<Function::urQueueCreate>(), Call)
      .WillByDefault([this](ur_context_handle_t, ur_device_handle_t, const ur_queue_properties_t *,
                            ur_queue_handle_t *out) { return give(out); });
  ON_CALL(mock.on<Function::urMemBufferCreate>(), Call)
      .WillByDefault([this](ur_context_handle_t, ur_mem_flags_t, size_t,
                            const ur_buffer_properties_t *,
                            ur_mem_handle_t *out) { return give(out); });
  ON_CALL(mock.on<Function::urEnqueueEventsWait>(), Call)
      .WillByDefault(
          [this](ur_queue_handle_t, uint32_t, const ur_event_handle_t *, ur_event_handle_t *out) {
            return out ? give(out) : UR_RESULT_SUCCESS;
          });
  ON_CALL(mock.on<Function::urUSMHostAlloc>(), Call)
      .WillByDefault([](ur_context_handle_t, const ur_usm_desc_t *, ur_usm_pool_handle_t,
                        size_t size, void **out) {
        static std::byte memory[4096];
        EXPECT_LE(size, sizeof(memory));
        *out = memory;
        return UR_RESULT_SUCCESS;
      });
  mock.on<Function::urAdapterRelease>();
  mock.on<Function::urDeviceRelease>();
  mock.on<Function::urContextRelease>();
  mock.on<Function::urContextRetain>();
  mock.on<Function::urQueueRelease>();
  mock.on<Function::urMemRelease>();
  mock.on<Function::urEventRelease>();
  mock.on<Function::urUSMFree>();
  EXPECT_EQ(urPlatformGet(adapter, 1, &platform, nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(urContextCreate(1, &device, nullptr, &context), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueCreate(context, device, nullptr, &queue), UR_RESULT_SUCCESS);
}

} // namespace ursa::core::layers
