// "Memory management operations of the buffer and storage shall be performed using SYCL 2020 USM
// pointers": which functions of the ABI a region calls.

#include "mock/mock_adapter.h"
#include "mock/mock_loader.h"
#include "sycl/runtime/data_region.h"
#include "sycl/runtime/error.h"
#include "sycl/runtime/ur_queue.h"

namespace ursa::runtime {
namespace {

using core::api::Function;
using testing::_;
using testing::DoAll;
using testing::Return;
using testing::SetArgPointee;

class Usm : public testing::Test {
protected:
  const MockLoader loader_;
  MockAdapter mock_;
  const ur_context_handle_t context_ = mock_.make<ur_context_handle_t>();
  const ur_device_handle_t device_ = mock_.make<ur_device_handle_t>();
  const ur_queue_handle_t handle_ = mock_.make<ur_queue_handle_t>();
  std::vector<std::byte> deviceMemory_{400}, storage_{400};
  const PageGrid grid_{{1, 10, 10}, 4, {1, 1, 10}};

  std::shared_ptr<UrQueue> makeQueue(bool usesHostMemory = false) {
    mock_.failPending();
    EXPECT_CALL(mock_.on<Function::urQueueCreate>(), Call(context_, device_, _, _))
        .WillRepeatedly(DoAll(SetArgPointee<3>(handle_), Return(UR_RESULT_SUCCESS)));
    mock_.on<Function::urQueueRelease>();
    mock_.on<Function::urEventRelease>();
    mock_.on<Function::urEventWait>();
    Place place;
    place.context = context_;
    place.device = device_;
    place.deviceName = "mock";
    place.usesHostMemory = usesHostMemory;
    return UrQueue::create(place, false);
  }
  void access(DataRegion &region, Queue &queue, const Box &box) {
    const RegionLock lock({&region});
    Commands waits;
    region.begin(region.describe({box}, true, false, false), queue, waits);
  }
};

TEST_F(Usm, MemoryIsAllocatedByExplicitUsmAndFreedOnce) {
  const auto queue = makeQueue();
  EXPECT_CALL(mock_.on<Function::urUSMDeviceAlloc>(), Call(context_, device_, _, _, 400, _))
      .WillOnce(DoAll(SetArgPointee<5>(deviceMemory_.data()), Return(UR_RESULT_SUCCESS)));
  {
    DataRegion region(grid_, HostMemory());
    access(region, *queue, grid_.whole());
    access(region, *queue, grid_.whole());
    EXPECT_CALL(mock_.on<Function::urUSMFree>(), Call(context_, deviceMemory_.data()));
  }
}

TEST_F(Usm, ConsecutivePagesAreOneCopyAndABoxIsACopyOfRows) {
  const auto queue = makeQueue();
  const auto event = mock_.make<ur_event_handle_t>();
  EXPECT_CALL(mock_.on<Function::urUSMDeviceAlloc>(), Call)
      .WillOnce(DoAll(SetArgPointee<5>(deviceMemory_.data()), Return(UR_RESULT_SUCCESS)));
  mock_.on<Function::urUSMFree>();
  EXPECT_CALL(mock_.on<Function::urEnqueueUSMMemcpy>(),
              Call(handle_, false, deviceMemory_.data() + 80, storage_.data() + 80, 120, 0, _, _))
      .WillOnce(DoAll(SetArgPointee<7>(event), Return(UR_RESULT_SUCCESS)));
  DataRegion region(grid_, {storage_.data(), true, true});
  access(region, *queue, grid_.ofElements({0, 2, 3}, {1, 3, 1})); // rows of one page each

  const PageGrid columns({1, 10, 10}, 4, {1, 10, 1});
  EXPECT_CALL(mock_.on<Function::urUSMDeviceAlloc>(), Call)
      .WillOnce(DoAll(SetArgPointee<5>(deviceMemory_.data()), Return(UR_RESULT_SUCCESS)));
  EXPECT_CALL(
      mock_.on<Function::urEnqueueUSMMemcpy2D>(),
      Call(handle_, false, deviceMemory_.data() + 12, 40, storage_.data() + 12, 40, 8, 10, 0, _, _))
      .WillOnce(DoAll(SetArgPointee<10>(event), Return(UR_RESULT_SUCCESS)));
  DataRegion other(columns, {storage_.data(), true, true});
  access(other, *queue, columns.ofElements({0, 2, 3}, {1, 3, 2}));
}

TEST_F(Usm, DevicesWithoutDeviceAllocationsHaveSharedOnes) {
  const auto queue = makeQueue();
  EXPECT_CALL(mock_.on<Function::urUSMDeviceAlloc>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_UNSUPPORTED_FEATURE));
  EXPECT_CALL(mock_.on<Function::urUSMSharedAlloc>(), Call(context_, device_, _, _, 400, _))
      .WillOnce(DoAll(SetArgPointee<5>(deviceMemory_.data()), Return(UR_RESULT_SUCCESS)));
  mock_.on<Function::urUSMFree>();
  DataRegion region(grid_, HostMemory());
  access(region, *queue, grid_.whole());
}

TEST_F(Usm, MemoryThatIsDisownedIsNotFreed) {
  const auto queue = makeQueue();
  EXPECT_CALL(mock_.on<Function::urUSMDeviceAlloc>(), Call)
      .WillOnce(DoAll(SetArgPointee<5>(deviceMemory_.data()), Return(UR_RESULT_SUCCESS)));
  EXPECT_CALL(mock_.on<Function::urUSMFree>(), Call).Times(0);
  DataRegion region(grid_, HostMemory());
  EXPECT_TRUE(region.allocations().empty());
  access(region, *queue, grid_.whole());
  ASSERT_EQ(region.allocations().size(), 1u);
  EXPECT_EQ(region.allocations()[0].memory, deviceMemory_.data());
  EXPECT_EQ(region.allocations()[0].place.device, device_);
  EXPECT_TRUE(region.allocations()[0].isOwned);
  region.setOwned(deviceMemory_.data(), false);
  EXPECT_FALSE(region.allocations()[0].isOwned);
  EXPECT_THROW(region.setOwned(storage_.data(), false), Error);
  EXPECT_THROW(region.setOwned(nullptr, true), Error);
}

TEST_F(Usm, AdoptedMemoryIsFreedIfTheRegionOwnsIt) {
  const auto queue = makeQueue();
  DataRegion region(grid_, HostMemory());
  region.adopt(queue, deviceMemory_.data(), false);
  EXPECT_FALSE(region.allocations().at(0).isOwned);
  region.setOwned(deviceMemory_.data(), true);
  EXPECT_CALL(mock_.on<Function::urUSMFree>(), Call(context_, deviceMemory_.data()));
}

TEST_F(Usm, TheHostsMemoryIsUsmWhereTheRegionIsAskedForIt) {
  const auto queue = makeQueue(/*usesHostMemory=*/true);
  EXPECT_CALL(mock_.on<Function::urUSMHostAlloc>(), Call(context_, _, _, 400, _))
      .WillOnce(DoAll(SetArgPointee<4>(storage_.data()), Return(UR_RESULT_SUCCESS)));
  EXPECT_CALL(mock_.on<Function::urUSMFree>(), Call(context_, storage_.data()));
  DataRegion usm(grid_, {nullptr, false, true, /*isUsm=*/true});
  access(usm, *queue, grid_.whole());
  EXPECT_EQ(usm.allocations().at(0).memory, storage_.data());
  usm.setOwned(storage_.data(), false);
  usm.setOwned(storage_.data(), true);

  DataRegion ordinary(grid_, HostMemory());
  access(ordinary, *queue, grid_.whole());
  ASSERT_EQ(ordinary.allocations().size(), 1u);
  EXPECT_TRUE(ordinary.allocations()[0].isOwned);
  EXPECT_THROW(ordinary.setOwned(ordinary.allocations()[0].memory, false), Error);
}

} // namespace
} // namespace ursa::runtime
