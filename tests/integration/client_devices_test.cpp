// The programs' device list, over adapters that exist only in the test.
#include "client/devices.h"
#include "client/failure.h"
#include "mock/mock_adapter.h"

namespace ursa::client {
namespace {

using core::api::Function;
using testing::_;
using testing::HasSubstr;
using testing::Return;

/// A mock with one platform and one device.
class WorkingAdapter {
public:
  explicit WorkingAdapter(const std::string &name) : mock_(name) {
    const auto platform = mock_.make<ur_platform_handle_t>();
    const auto device = mock_.make<ur_device_handle_t>();
    EXPECT_CALL(mock_.on<Function::urPlatformGet>(), Call(mock_.adapter(), _, _, _))
        .WillRepeatedly([platform](auto, auto, ur_platform_handle_t *out, uint32_t *count) {
          return returnHandle(platform, out, count);
        });
    EXPECT_CALL(mock_.on<Function::urDeviceGet>(), Call(platform, _, _, _, _))
        .WillRepeatedly([device](auto, auto, auto, ur_device_handle_t *out, uint32_t *count) {
          return returnHandle(device, out, count);
        });
    EXPECT_CALL(mock_.on<Function::urPlatformGetInfo>(), Call(platform, _, _, _, _))
        .WillRepeatedly([](auto, ur_platform_info_t query, auto, void *out, auto) {
          if (query != UR_PLATFORM_INFO_BACKEND)
            return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
          *static_cast<ur_backend_t *>(out) = UR_BACKEND_CUDA;
          return UR_RESULT_SUCCESS;
        });
    EXPECT_CALL(mock_.on<Function::urDeviceGetInfo>(), Call(device, _, _, _, _))
        .WillRepeatedly(Return(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION));
    // One reference is from urDeviceGet, the other from urDeviceGetSelected.
    EXPECT_CALL(mock_.on<Function::urDeviceRelease>(), Call(device)).Times(2);
    EXPECT_CALL(mock_.on<Function::urAdapterRelease>(), Call(mock_.adapter())).Times(1);
  }

private:
  template <class Handle>
  static ur_result_t returnHandle(Handle handle, Handle *out, uint32_t *count) {
    if (out)
      *out = handle;
    if (count)
      *count = 1;
    return UR_RESULT_SUCCESS;
  }

  MockAdapter mock_;
};

TEST(DeviceList, AnAdapterThatFailsDoesNotHideTheOthers) {
  MockAdapter failing("failing");
  EXPECT_CALL(failing.on<Function::urPlatformGet>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_DEVICE_LOST));
  EXPECT_CALL(failing.on<Function::urAdapterRelease>(), Call(failing.adapter())).Times(1);
  MockAdapter silent("silent");
  EXPECT_CALL(silent.on<Function::urAdapterGet>(), Call)
      .WillRepeatedly(Return(UR_RESULT_ERROR_OUT_OF_RESOURCES));
  const WorkingAdapter working("working");

  const DeviceList list;
  ASSERT_EQ(list.adapters().size(), 4u);
  EXPECT_EQ(list.adapters()[0].name, "failing");
  EXPECT_THAT(list.adapters()[0].problem, HasSubstr("Counting the platforms failed"));
  EXPECT_EQ(list.adapters()[1].name, "silent");
  EXPECT_EQ(list.adapters()[1].handle, nullptr);
  EXPECT_THAT(list.adapters()[1].problem, HasSubstr("UR_RESULT_ERROR_OUT_OF_RESOURCES"));
  EXPECT_EQ(list.adapters()[2].problem, "");
  EXPECT_EQ(list.adapters()[3].name, "none");
  EXPECT_THAT(list.adapters()[3].problem, HasSubstr("'none' is a relative path"));
  ASSERT_EQ(list.all().size(), 1u);
  EXPECT_EQ(list.all()[0].selector, "working:0") << "the adapter's name, whatever its backend";
  EXPECT_EQ(list.all()[0].backend, "cuda");
  EXPECT_EQ(list.all()[0].adapterName, "working");
}

TEST(DeviceList, WithoutADeviceTheBrokenAdapterIsTheReason) {
  MockAdapter failing("failing");
  EXPECT_CALL(failing.on<Function::urPlatformGet>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_DEVICE_LOST));
  const DeviceList list;
  try {
    list.select("");
    FAIL() << "there is no device";
  } catch (const Failure &failure) {
    EXPECT_THAT(failure.what(), HasSubstr("No device was found. The adapter 'failing' cannot be "
                                          "used. Counting the platforms failed"));
  }
}

} // namespace
} // namespace ursa::client
