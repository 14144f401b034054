// Example: tests code that calls Unified Runtime without a device. The function under test
// allocates device memory, or host memory if the device has none left, and handles failure of both.
#include <ursa/mock_adapter.h>
#include <ursa/mock_loader.h>

namespace {

using testing::_;
using testing::DoAll;
using testing::Return;
using testing::SetArgPointee;
using ursa::Function;
using ursa::MockAdapter;

// The code under test.
void *allocate(ur_context_handle_t context, ur_device_handle_t device, size_t size) {
  void *memory = nullptr;
  if (urUSMDeviceAlloc(context, device, nullptr, nullptr, size, &memory) == UR_RESULT_SUCCESS)
    return memory;
  if (urUSMHostAlloc(context, nullptr, nullptr, size, &memory) == UR_RESULT_SUCCESS)
    return memory;
  return nullptr;
}

class Allocate : public testing::Test {
protected:
  ursa::MockLoader loader_; // the mock is the only adapter
  MockAdapter mock_;
  ur_context_handle_t context_ = mock_.make<ur_context_handle_t>();
  ur_device_handle_t device_ = mock_.make<ur_device_handle_t>();
  char memory_[64] = {};
};

TEST_F(Allocate, PrefersTheDevice) {
  EXPECT_CALL(mock_.on<Function::urUSMDeviceAlloc>(), Call(context_, device_, _, _, 64, _))
      .WillOnce(DoAll(SetArgPointee<5>(memory_), Return(UR_RESULT_SUCCESS)));
  EXPECT_EQ(allocate(context_, device_, 64), memory_);
}

TEST_F(Allocate, FallsBackToTheHost) {
  EXPECT_CALL(mock_.on<Function::urUSMDeviceAlloc>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY));
  EXPECT_CALL(mock_.on<Function::urUSMHostAlloc>(), Call(context_, _, _, 64, _))
      .WillOnce(DoAll(SetArgPointee<4>(memory_), Return(UR_RESULT_SUCCESS)));
  EXPECT_EQ(allocate(context_, device_, 64), memory_);
}

TEST_F(Allocate, ReportsThatNoMemoryIsLeft) {
  // No mock was set for either function, so that the adapter does not implement them for the
  // loader.
  EXPECT_EQ(allocate(context_, device_, 64), nullptr);
}

TEST_F(Allocate, TheLoaderFindsTheMock) {
  ur_adapter_handle_t adapter = nullptr;
  uint32_t count = 0;
  EXPECT_EQ(urAdapterGet(1, &adapter, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(adapter, mock_.adapter());
}

} // namespace
