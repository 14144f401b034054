// Floating-point types of the host: every processor has halves and doubles, as exact as floats.
#include "conformance/harness.h"

namespace ursa::conformance {
namespace {

class HostPrecisions : public DeviceTest {
protected:
  uint32_t info(ur_device_info_t query) {
    uint32_t value = 0;
    EXPECT_OK(urDeviceGetInfo(device_, query, sizeof(value), &value, nullptr)) << query;
    return value;
  }
};

TEST_F(HostPrecisions, AreAllThere) {
  for (const ur_device_info_t query :
       {UR_DEVICE_INFO_HALF_FP_CONFIG, UR_DEVICE_INFO_SINGLE_FP_CONFIG,
        UR_DEVICE_INFO_DOUBLE_FP_CONFIG}) {
    const ur_device_fp_capability_flags_t flags = info(query);
    for (const ur_device_fp_capability_flag_t flag :
         {UR_DEVICE_FP_CAPABILITY_FLAG_DENORM, UR_DEVICE_FP_CAPABILITY_FLAG_INF_NAN,
          UR_DEVICE_FP_CAPABILITY_FLAG_ROUND_TO_NEAREST, UR_DEVICE_FP_CAPABILITY_FLAG_FMA})
      EXPECT_TRUE(flags & flag) << query << ' ' << flag;
  }
  EXPECT_EQ(info(UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF),
            2 * info(UR_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT));
}

} // namespace
} // namespace ursa::conformance
