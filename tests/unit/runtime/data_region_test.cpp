// The sentences of AdaptiveCpp's runtime specification, one test each, on a driver that keeps
// commands until somebody waits for them.

#include "sycl/runtime/data_region.h"
#include "sycl/runtime/error.h"
#include "unit/runtime/fake_driver.h"

#include <thread>

namespace ursa::runtime {
namespace {

class Region : public testing::Test {
protected:
  static constexpr size_t kBytes = 100; // ten pages

  FakeDriver driver_;
  const PageGrid grid_{{1, 1, kBytes}, 1, {1, 1, 10}};
  const std::shared_ptr<UrQueue> first_ = UrQueue::create(driver_.place(0, 0), false);
  const std::shared_ptr<UrQueue> same_ = UrQueue::create(driver_.place(0, 0), false);
  const std::shared_ptr<UrQueue> second_ = UrQueue::create(driver_.place(0, 1), false);
  const std::shared_ptr<UrQueue> inOrder_ = UrQueue::create(driver_.place(0, 0), true);
  DataRegion region_{grid_, HostMemory()};

  enum Mode { Read, Write, Discard };
  struct Result {
    void *memory;
    Commands waits;
    SharedCommand command;
    FakeDriver::Event *event;
  };

  RegionAccess access(DataRegion &region, size_t begin, size_t end, Mode mode,
                      bool isOnHost = false) {
    return region.describe({{{0, 0, begin}, {1, 1, end}}}, mode != Discard, mode != Read, isOnHost);
  }

  /// A command group with one accessor.
  Result submit(Queue &queue, size_t begin, size_t end, Mode mode, DataRegion *of = nullptr,
                const std::function<void(std::byte *)> &body = nullptr) {
    DataRegion &region = of ? *of : region_;
    const RegionLock lock({&region});
    const RegionAccess described = access(region, begin, end, mode);
    Result result{};
    result.memory = region.begin(described, queue, result.waits);
    result.command = driver_.kernel(
        queue, result.waits,
        [body, memory = result.memory] {
          if (body)
            body(static_cast<std::byte *>(memory));
        },
        &result.event);
    region.end(described, queue, result.command);
    return result;
  }
  size_t copies() const { return driver_.copies().size(); }
  /// The bytes in copies since the first @p known of them.
  size_t copiedBytes(size_t known = 0) const {
    size_t bytes = 0;
    for (size_t i = known; i < copies(); ++i)
      bytes += driver_.copies()[i].width * driver_.copies()[i].rows;
    return bytes;
  }
  static bool waitsFor(const Result &later, const Result &earlier) {
    return std::find(later.waits.begin(), later.waits.end(), earlier.command) != later.waits.end();
  }
};

// ---- Buffer behavior

TEST_F(Region, AllAllocationsAreOfTheFixedBufferSize) {
  submit(*first_, 10, 20, Write);
  submit(*second_, 50, 51, Read);
  ASSERT_EQ(driver_.memory().size(), 2u);
  for (const FakeDriver::Memory &each : driver_.memory())
    EXPECT_EQ(each.size, kBytes);
}

TEST_F(Region, NoReallocationsOccurAndNothingIsFreedBeforeDestruction) {
  {
    DataRegion region(grid_, HostMemory());
    for (int i = 0; i < 10; ++i) {
      submit(*first_, 0, 100, Write, &region);
      submit(*second_, 0, 100, Write, &region);
    }
    EXPECT_EQ(driver_.memory().size(), 2u);
    for (const FakeDriver::Memory &each : driver_.memory())
      EXPECT_FALSE(each.isFreed);
  }
  for (const FakeDriver::Memory &each : driver_.memory())
    EXPECT_TRUE(each.isFreed);
}

TEST_F(Region, AllOperationsOnADeviceUseTheSameAllocation) {
  void *const memory = submit(*first_, 0, 10, Write).memory;
  submit(*second_, 0, 10, Write);
  EXPECT_EQ(submit(*same_, 30, 40, Read).memory, memory);
  EXPECT_EQ(submit(*inOrder_, 0, 100, Discard).memory, memory);
}

TEST_F(Region, AllocationsAreNotSharedBetweenPhysicalDevices) {
  EXPECT_NE(submit(*first_, 0, 10, Write).memory, submit(*second_, 0, 10, Write).memory);
  const auto otherContext = UrQueue::create(driver_.place(1, 0), false);
  EXPECT_NE(submit(*otherContext, 0, 10, Write).memory, submit(*first_, 0, 10, Write).memory);
}

TEST_F(Region, CpuDevicesUseASingleHostAllocation) {
  Place cpu = driver_.place(1, 2), sameCpu = driver_.place(2, 2);
  cpu.usesHostMemory = sameCpu.usesHostMemory = true;
  const auto one = UrQueue::create(cpu, false), other = UrQueue::create(sameCpu, false);
  const Result written = submit(*one, 0, 100, Write);
  const Result read = submit(*other, 0, 100, Read);
  EXPECT_EQ(written.memory, read.memory);
  EXPECT_TRUE(waitsFor(read, written) || written.event->isComplete);
  EXPECT_EQ(region_.deviceAllocationCount(), 0u);
  EXPECT_EQ(copies(), 0u);
}

TEST_F(Region, MemoryOfTheCallerIsNotUsedByDevicesUnlessItMayBe) {
  Place cpu = driver_.place(1, 2);
  cpu.usesHostMemory = true;
  const auto queue = UrQueue::create(cpu, false);
  std::vector<std::byte> storage(kBytes);
  DataRegion own(grid_, {storage.data(), true, false}), shared(grid_, {storage.data(), true, true});
  EXPECT_NE(submit(*queue, 0, 1, Write, &own).memory, storage.data());
  EXPECT_EQ(submit(*queue, 0, 1, Write, &shared).memory, storage.data());
}

TEST_F(Region, CpuDevicesUseASingleAllocationAlsoIfTheCallersMemoryIsNot) {
  Place cpu = driver_.place(1, 2), sameCpu = driver_.place(2, 2);
  cpu.usesHostMemory = sameCpu.usesHostMemory = true;
  const auto one = UrQueue::create(cpu, false), other = UrQueue::create(sameCpu, false);
  std::vector<std::byte> storage(kBytes);
  DataRegion region(grid_, {storage.data(), true, false});
  const Result written = submit(*one, 0, 100, Write, &region);
  const size_t known = copies();
  const Result read = submit(*other, 0, 100, Read, &region);
  EXPECT_EQ(written.memory, read.memory);
  EXPECT_TRUE(waitsFor(read, written) || written.event->isComplete);
  EXPECT_EQ(submit(*other, 0, 100, Write, &region).memory, read.memory);
  EXPECT_NE(submit(*first_, 0, 100, Discard, &region).memory, read.memory);
  EXPECT_EQ(copies(), known);
  EXPECT_EQ(region.deviceAllocationCount(), 2u);
}

TEST_F(Region, MemoryIsAllocatedLazily) {
  EXPECT_EQ(driver_.memory().size(), 0u);
  submit(*first_, 0, 10, Write);
  EXPECT_EQ(driver_.memory().size(), 1u);
}

TEST_F(Region, DataOfTheConstructorIsCopiedToTheHostAllocation) {
  std::vector<std::byte> data(kBytes, std::byte{7});
  DataRegion region(grid_, HostMemory());
  region.setContents(data.data());
  data.assign(kBytes, std::byte{8});
  std::byte seen{};
  submit(*first_, 40, 41, Read, &region, [&](std::byte *memory) {
    seen = memory[40];
  }).command->wait();
  EXPECT_EQ(seen, std::byte{7});
}

TEST_F(Region, MemoryOfTheCallerThatIsKeptIsReadOnly) {
  std::vector<std::byte> storage(kBytes, std::byte{7});
  DataRegion region(grid_, {storage.data(), true, false});
  region.keepStorage(true);
  EXPECT_TRUE(region.keepsStorage());
  submit(*first_, 0, 10, Write, &region, [](std::byte *memory) { memory[0] = std::byte{8}; });
  void *memory = nullptr;
  region.beginHostAccess(access(region, 0, 100, Read, true), &memory)->end();
  EXPECT_NE(memory, storage.data());
  EXPECT_EQ(static_cast<std::byte *>(memory)[0], std::byte{8});
  EXPECT_EQ(static_cast<std::byte *>(memory)[99], std::byte{7});
  EXPECT_EQ(storage, std::vector<std::byte>(kBytes, std::byte{7}));
  region.restoreStorage();
  EXPECT_EQ(storage[0], std::byte{8});
}

TEST_F(Region, MemoryOfTheCallerThatTheHostHasIsLeftAtTheEnd) {
  std::vector<std::byte> storage(kBytes, std::byte{7});
  DataRegion region(grid_, {storage.data(), true, false});
  void *memory = nullptr;
  region.beginHostAccess(access(region, 0, 100, Read, true), &memory)->end();
  EXPECT_EQ(memory, storage.data());
  region.keepStorage(true);
  EXPECT_FALSE(region.keepsStorage());
  submit(*first_, 0, 10, Write, &region, [](std::byte *there) { there[0] = std::byte{8}; });
  for (const SharedCommand &each : region.finish(false, false))
    each->wait();
  region.leaveStorage();
  for (const SharedCommand &each : region.finish(true, false))
    each->wait();
  EXPECT_EQ(static_cast<std::byte *>(region.contents())[0], std::byte{8});
  EXPECT_EQ(storage[0], std::byte{7});
}

TEST_F(Region, MemoryOfTheCallerThatDevicesUseIsNotKept) {
  std::vector<std::byte> storage(kBytes);
  DataRegion region(grid_, {storage.data(), true, true});
  region.keepStorage(true);
  void *memory = nullptr;
  region.beginHostAccess(access(region, 0, 100, Write, true), &memory)->end();
  EXPECT_EQ(memory, storage.data());
  region.leaveStorage();
  EXPECT_EQ(region.contents(), storage.data());
}

// "If the buffer provides additional interoperability mechanisms that allow constructing buffers on
// top of user-provided USM pointers, ..."
TEST_F(Region, MemoryOfTheUserIsAnAllocationThatIsBoundToOneDevice) {
  std::vector<std::byte> memory(kBytes, std::byte{9});
  std::byte seen{};
  {
    DataRegion region(grid_, HostMemory());
    region.adopt(first_, memory.data(), true);
    EXPECT_THROW(region.adopt(same_, memory.data(), true), Error);
    EXPECT_EQ(submit(*first_, 0, 10, Read, &region).memory, memory.data());
    EXPECT_EQ(copies(), 0u);
    const Result other = submit(*second_, 0, 10, Write, &region, [&](std::byte *there) {
      seen = there[4];
      there[4] = std::byte{10};
    });
    EXPECT_NE(other.memory, memory.data());
    for (const SharedCommand &each : region.finish(false, true))
      each->wait();
  }
  EXPECT_EQ(seen, std::byte{9});
  EXPECT_EQ(memory[4], std::byte{10}); // brought back
  EXPECT_EQ(driver_.memory().size(), 1u);
}

TEST_F(Region, APointerFromABufferIsThatOfItsAllocation) {
  void *const memory = region_.memoryFor(*first_);
  EXPECT_EQ(driver_.memory().size(), 1u);
  EXPECT_EQ(submit(*inOrder_, 0, 10, Write).memory, memory);
}

// ---- Data state tracking and pages

TEST_F(Region, AnAccessorThatIsNotReadOnlyOutdatesItsPageRangeOnOtherAllocations) {
  std::vector<std::byte> storage(kBytes);
  DataRegion region(grid_, {storage.data(), true, true});
  submit(*first_, 0, 100, Read, &region);
  submit(*second_, 0, 100, Read, &region);
  size_t known = copies();
  submit(*first_, 15, 21, Write, &region); // pages 1 and 2
  submit(*second_, 0, 10, Read, &region);
  submit(*second_, 30, 100, Read, &region);
  EXPECT_EQ(copies(), known);
  submit(*second_, 12, 13, Read, &region); // a whole page, to the host and from it
  EXPECT_EQ(copiedBytes(known), 20u);
}

TEST_F(Region, AReadOnlyAccessorOutdatesNothing) {
  submit(*first_, 0, 100, Write);
  submit(*second_, 0, 100, Read);
  const size_t known = copies();
  submit(*first_, 0, 100, Read);
  submit(*second_, 0, 100, Read);
  EXPECT_EQ(copies(), known);
}

TEST_F(Region, TransferredPagesAreUpToDateOnTheTarget) {
  submit(*first_, 0, 100, Write);
  submit(*second_, 0, 50, Read);
  const size_t known = copies();
  submit(*second_, 10, 40, Read);
  EXPECT_EQ(copies(), known);
}

// ---- Data transfers

TEST_F(Region, AccessorsOfDiscardAccessModeNeverLeadToDataTransfers) {
  submit(*first_, 0, 100, Write);
  submit(*second_, 0, 100, Discard);
  submit(*second_, 3, 7, Discard);
  void *memory = nullptr;
  region_.beginHostAccess(access(region_, 4, 5, Discard, true), &memory)->end();
  EXPECT_EQ(copies(), 0u);
}

TEST_F(Region, ADiscardOfAPartOfAPageKeepsTheOthers) {
  submit(*first_, 0, 10, Write, nullptr,
         [](std::byte *memory) { std::fill(memory, memory + 10, std::byte{1}); });
  submit(*second_, 3, 5, Discard, nullptr,
         [](std::byte *memory) { memory[3] = memory[4] = std::byte{2}; });
  EXPECT_EQ(copies(), 0u);
  std::vector<std::byte> seen(10);
  submit(*first_, 0, 10, Read, nullptr, [&](std::byte *memory) {
    std::copy(memory, memory + 10, seen.begin());
  }).command->wait();
  for (size_t i = 0; i < 10; ++i)
    EXPECT_EQ(seen[i], i == 3 || i == 4 ? std::byte{2} : std::byte{1}) << i;
}

TEST_F(Region, ABufferWithoutInitializedDataNeverLeadsToDataTransfers) {
  submit(*first_, 0, 100, Read);
  submit(*second_, 0, 100, Read);
  void *memory = nullptr;
  region_.beginHostAccess(access(region_, 0, 100, Read, true), &memory)->end();
  EXPECT_EQ(copies(), 0u);
  EXPECT_EQ(region_.contents(), nullptr);
}

TEST_F(Region, ADataTransferOccursOnlyIfAPageIsOutdated) {
  std::vector<std::byte> storage(kBytes);
  DataRegion region(grid_, {storage.data(), true, true});
  submit(*first_, 20, 30, Read, &region);
  EXPECT_EQ(copies(), 1u);
  submit(*first_, 25, 26, Write, &region);
  submit(*first_, 20, 30, Read, &region);
  EXPECT_EQ(copies(), 1u);
}

TEST_F(Region, OnlyTheOutdatedPagesOfAnAccessMove) {
  submit(*first_, 0, 100, Write);
  submit(*second_, 0, 100, Read); // both and the host have all
  submit(*first_, 40, 60, Write);
  const size_t known = copies();
  submit(*second_, 0, 100, Read);
  EXPECT_EQ(copies(), known + 2); // to the host and from it
  EXPECT_EQ(copiedBytes(known), 2u * 20);
}

TEST_F(Region, RowsOfABoxAreOneTransfer) {
  const PageGrid plane({1, 8, 16}, 1, {1, 2, 4});
  std::vector<std::byte> storage(128);
  DataRegion region(plane, {storage.data(), true, true});
  {
    const RegionLock lock({&region});
    Commands waits;
    region.begin(region.describe({plane.ofElements({0, 1, 5}, {1, 4, 2})}, true, false, false),
                 *first_, waits);
  }
  ASSERT_EQ(copies(), 1u);
  EXPECT_EQ(driver_.copies()[0].rows, 6u);
  EXPECT_EQ(driver_.copies()[0].width, 4u);
  EXPECT_EQ(driver_.copies()[0].pitch, 16u);
  EXPECT_EQ(region.counts().pages, 3u);
}

/// Reads the memory of one other device.
class PeerQueue final : public Queue {
public:
  PeerQueue(std::shared_ptr<UrQueue> queue, const Place &peer)
      : queue_(std::move(queue)), peer_(peer) {}
  const Place &place() const override { return queue_->place(); }
  bool inOrder() const override { return queue_->inOrder(); }
  SharedCommand submit(const char *what, std::span<const SharedCommand> waits,
                       const Enqueue &enqueue) override {
    return queue_->submit(what, waits, enqueue);
  }
  bool readsDirectly(const Place &from) const override { return from.device == peer_.device; }
  std::shared_ptr<Queue> transferQueue() override { return queue_->transferQueue(); }

private:
  const std::shared_ptr<UrQueue> queue_;
  const Place peer_;
};

TEST_F(Region, ADirectPeerIsCopiedFromWithoutTheHost) {
  const Result written = submit(*first_, 0, 100, Write);
  PeerQueue queue(second_, first_->place());
  const Result read = submit(queue, 0, 100, Read);
  ASSERT_EQ(copies(), 1u);
  EXPECT_EQ(driver_.copies()[0].from, written.memory);
  EXPECT_EQ(driver_.copies()[0].to, read.memory);
}

// ---- Dependencies

TEST_F(Region, TwoReadOnlyAccessorsAreNotConflicting) {
  submit(*first_, 0, 100, Write).command->wait();
  const Result one = submit(*first_, 0, 100, Read), other = submit(*same_, 0, 100, Read);
  EXPECT_FALSE(waitsFor(other, one));
}

TEST_F(Region, AccessorsConflictIfOneWritesAndTheirPageRangesOverlap) {
  const Result reader = submit(*first_, 0, 15, Read);
  const Result writer = submit(*same_, 19, 20, Write); // the page of 15
  EXPECT_TRUE(waitsFor(writer, reader));
  const Result next = submit(*first_, 10, 11, Read);
  EXPECT_TRUE(waitsFor(next, writer));
  const Result discard = submit(*first_, 12, 13, Discard);
  EXPECT_TRUE(waitsFor(discard, next));
  EXPECT_FALSE(waitsFor(discard, writer)); // the reader has waited for it
}

TEST_F(Region, AccessorsWithOtherPageRangesAreNotConflicting) {
  submit(*first_, 0, 50, Write);
  EXPECT_TRUE(submit(*same_, 50, 100, Write).waits.empty());
}

TEST_F(Region, AccessorsOfDifferentBuffersAreNeverConflicting) {
  DataRegion other(grid_, HostMemory());
  submit(*first_, 0, 100, Write);
  EXPECT_TRUE(submit(*same_, 0, 100, Write, &other).waits.empty());
}

TEST_F(Region, DependentCommandGroupsAreExecutedInSubmissionOrder) {
  std::vector<int> order;
  Commands commands;
  for (int i = 0; i < 8; ++i)
    commands.push_back(submit(i % 2 ? *second_ : *first_, 0, 100, Write, nullptr, [&, i](auto *) {
                         order.push_back(i);
                       }).command);
  commands.back()->wait();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(Region, IndependentCommandGroupsMayBeExecutedInParallel) {
  for (size_t i = 0; i < 10; ++i)
    EXPECT_TRUE(submit(i % 2 ? *first_ : *same_, i * 10, i * 10 + 10, Write).waits.empty());
}

TEST_F(Region, AnInOrderQueueImpliesTheOrderOfItsCommands) {
  submit(*inOrder_, 0, 100, Write);
  EXPECT_TRUE(submit(*inOrder_, 0, 100, Write).waits.empty());
  EXPECT_EQ(submit(*first_, 0, 100, Write).waits.size(), 1u);
}

TEST_F(Region, AReaderOfATransferredPageWaitsForTheTransfer) {
  submit(*first_, 0, 100, Write);
  submit(*second_, 0, 100, Read);
  const Result again = submit(*second_, 20, 30, Read);
  ASSERT_EQ(again.waits.size(), 1u); // the transfer, which has waited for the writer
}

TEST_F(Region, TransfersOfACommandThatWasNotEnqueuedStayKnown) {
  submit(*first_, 0, 100, Write);
  {
    const RegionLock lock({&region_});
    Commands waits;
    region_.begin(access(region_, 0, 100, Read), *second_, waits);
  } // the queue threw
  const Result writer = submit(*first_, 0, 100, Write);
  EXPECT_FALSE(writer.waits.empty()); // the transfer reads the memory
  EXPECT_TRUE(submit(*second_, 0, 100, Discard).waits.size() == 1);
}

TEST_F(Region, AZeroSizedAccessNeedsNothing) {
  submit(*first_, 0, 100, Write);
  const Result none = submit(*second_, 30, 30, Read);
  EXPECT_TRUE(none.waits.empty());
  EXPECT_EQ(copies(), 0u);
  EXPECT_NE(none.memory, nullptr);
}

// ---- accesses of the host

TEST_F(Region, AHostAccessBlocksUntilItsContentsAreThere) {
  submit(*first_, 0, 100, Write, nullptr, [](std::byte *memory) { memory[33] = std::byte{3}; });
  void *memory = nullptr;
  const auto held = region_.beginHostAccess(access(region_, 33, 34, Read, true), &memory);
  EXPECT_EQ(static_cast<std::byte *>(memory)[33], std::byte{3});
  EXPECT_EQ(copiedBytes(), 10u);
  held->end();
}

TEST_F(Region, CommandsWaitForAConflictingHostAccess) {
  void *memory = nullptr;
  const auto held = region_.beginHostAccess(access(region_, 0, 10, Write, true), &memory);
  const Result behind = submit(*first_, 5, 6, Write), beside = submit(*same_, 10, 20, Write);
  EXPECT_FALSE(behind.waits.empty());
  EXPECT_TRUE(beside.waits.empty());
  static_cast<std::byte *>(memory)[5] = std::byte{5};
  held->end();
  behind.command->wait();
  EXPECT_EQ(static_cast<std::byte *>(behind.memory)[5], std::byte{5});
  EXPECT_TRUE(submit(*same_, 0, 5, Write).waits.size() == 1); // the command, not the access
}

TEST_F(Region, AThreadMayHaveTwoHostAccesses) {
  submit(*first_, 0, 100, Write, nullptr, [](std::byte *memory) { memory[8] = std::byte{8}; });
  void *memory = nullptr;
  const auto one = region_.beginHostAccess(access(region_, 0, 2, Discard, true), &memory);
  const auto two = region_.beginHostAccess(access(region_, 8, 9, Read, true), &memory);
  EXPECT_EQ(static_cast<std::byte *>(memory)[8], std::byte{8});
  two->end();
  EXPECT_FALSE(two->isComplete()); // the other one is below it
  one->end();
  EXPECT_TRUE(two->isComplete());
}

TEST_F(Region, AFailedCommandEndsTheHostAccessThatWaitsForIt) {
  submit(*first_, 0, 100, Write).event->isBroken = true;
  void *memory = nullptr;
  EXPECT_THROW(region_.beginHostAccess(access(region_, 0, 100, Discard, true), &memory), Error);
  EXPECT_TRUE(submit(*first_, 0, 100, Discard).waits.empty());
}

TEST_F(Region, AWaitForAHostAccessIsTold) {
  std::string told;
  const auto report = std::make_shared<WaitReport>();
  report->after = std::chrono::milliseconds(1);
  std::shared_ptr<HostAccess> held;
  report->tell = [&](const std::string &sentence) {
    told = sentence;
    held->end();
  };
  DataRegion region(grid_, HostMemory(), report);
  void *memory = nullptr;
  held = region.beginHostAccess(access(region, 0, 100, Write, true), &memory);
  submit(*first_, 0, 100, Write, &region).command->wait(); // a deadlock, if nobody ended the access
  EXPECT_EQ(told, "A command has waited for 1 ms for a host accessor of a buffer of 100 bytes. If "
                  "the thread that has the accessor waits for the command, neither will ever end: "
                  "destroy the accessor first.");
}

// ---- errors

TEST_F(Region, AnAllocationThatFailsIsASentenceAndChangesNothing) {
  const Result before = submit(*first_, 0, 100, Write);
  driver_.failAllocations();
  try {
    submit(*second_, 0, 100, Write);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
    EXPECT_NE(std::string(error.what()).find("Allocating a buffer of 100 bytes on 'device 1'"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(region_.deviceAllocationCount(), 1u);
  EXPECT_TRUE(waitsFor(submit(*same_, 0, 100, Read), before));
}

TEST_F(Region, AnAccessOutOfRangeIsRejected) {
  EXPECT_THROW(region_.describe({{{0, 0, 95}, {1, 1, 101}}}, true, true, false), Error);
}

// ---- threads

TEST_F(Region, RegionsAreLockedInOneOrder) {
  DataRegion other(grid_, HostMemory());
  const auto lockOften = [](const std::vector<DataRegion *> &regions) {
    for (int i = 0; i < 10000; ++i)
      const RegionLock lock(regions);
  };
  std::thread thread(lockOften, std::vector<DataRegion *>{&region_, &other, &region_});
  lockOften({&other, &region_});
  thread.join();
}

} // namespace
} // namespace ursa::runtime
