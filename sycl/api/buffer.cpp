// Buffers of bytes and what accessors need of them.
#include "sycl/api/buffer_view.h"
#include "sycl/api/command_group.h"
#include "sycl/api/error.h"
#include "sycl/api/host_task_scope.h"
#include "sycl/runtime/error.h"

#include <sycl/detail/buffer_base.hpp>
#include <sycl/ext/ursa/buffer_usm.hpp>
#include <sycl/handler.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

inline namespace ursa_sycl {
namespace sycl::detail {

using ursa::runtime::DataRegion;
using ursa::runtime::Extent;
using ursa::runtime::kRank;
using ursa::runtime::PageGrid;
using ursa::runtime::RegionAccess;

namespace {

/// Calls a function of the run time, with its errors as exceptions of SYCL.
template <class Call> auto calling(Call &&call) {
  try {
    return call();
  } catch (const ursa::runtime::Error &error) {
    throw makeException(error);
  }
}

PageGrid gridOf(const BufferShape &shape) {
  Extent elements{1, 1, 1}, page{1, 1, 1};
  for (int i = 0; i < shape.dimensions; ++i) {
    elements[kRank - shape.dimensions + i] = shape.elements[i];
    page[kRank - shape.dimensions + i] = shape.pageSize[i];
  }
  if (!shape.hasPageSize)
    page = PageGrid::defaultPageSize(elements, shape.elementSize);
  return calling([&] { return PageGrid(elements, shape.elementSize, page); });
}

// Seconds after which a command that waits for a host_accessor is told of; 0 for never.
std::shared_ptr<const ursa::runtime::WaitReport> makeWaitReport() {
  auto report = std::make_shared<ursa::runtime::WaitReport>();
  long seconds = 10;
  if (const char *given = secure_getenv("URSA_SYCL_WAIT_REPORT")) {
    char *end = nullptr;
    const long number = std::strtol(given, &end, 10);
    if (*given != '\0' && *end == '\0' && number >= 0 && number <= 86400)
      seconds = number;
    else
      std::fprintf(stderr,
                   "sycl: URSA_SYCL_WAIT_REPORT is '%s'; it must be a number of seconds from 0 to "
                   "86400. 10 is used.\n",
                   given);
  }
  report->after = std::chrono::seconds(seconds);
  report->tell = [](const std::string &sentence) {
    std::fprintf(stderr, "sycl: %s\n", sentence.c_str());
  };
  return report;
}

std::shared_ptr<const ursa::runtime::WaitReport> waitReport() {
  static const auto &report = *new auto(makeWaitReport()); // buffers may be static objects
  return report;
}

std::atomic<bool> hostMemoryIsUsm = false; ///< of buffers from now on

bool isOfTransferQueue(const EventImpl &event) {
  return event.queue() && event.queue()->transferQueue() == event.queue();
}

// A kernel fails on a queue of the program, and so do the copies that wait for it: one error is
// enough.
void report(const Commands &failed, std::exception_ptr error) {
  for (const bool isTransfer : {false, true})
    for (const SharedCommand &each : failed)
      if (const EventImpl &event = eventOf(each);
          event.queue() && isOfTransferQueue(event) == isTransfer)
        return event.queue()->addError(std::move(error));
}

} // namespace

bool allocateUsmForBuffers() { return hostMemoryIsUsm = true; }

BufferImpl::BufferImpl(const BufferShape &shape, void *storage, bool isUsedByDevices,
                       const void *initial, std::shared_ptr<void> keepAlive)
    : region_(std::make_shared<DataRegion>(
          gridOf(shape),
          ursa::runtime::HostMemory{storage, storage != nullptr, isUsedByDevices, hostMemoryIsUsm},
          waitReport())),
      hasStorage_(storage != nullptr), keepAlive_(std::move(keepAlive)) {
  if (initial && region_->grid().bytes() > 0)
    calling([&] { region_->setContents(initial); });
}

BufferImpl::~BufferImpl() {
  try {
    if (HostTaskScope::isExiting()) { // its commands may wait for the task, and use the memory
      (void)new std::shared_ptr<DataRegion>(region_);
      return;
    }
    writeBack();
  } catch (const std::exception &) { // the device failed; its contents are lost
  }
}

void BufferImpl::writeBack() {
  const bool isToStorage = isWrittenBack_ && hasStorage_ && !hasFinalData_;
  const bool isToFunction = isWrittenBack_ && write_;
  // The contents pass by memory that is not their destination: it stays as it is.
  if (isToFunction && !region_->keepsStorage()) {
    if (!finish(false, false))
      return;
    region_->leaveStorage();
  }
  if (!finish(isToStorage || isToFunction, isWrittenBack_ && isAdoptedUpdated_))
    return;
  if (isToStorage)
    region_->restoreStorage();
  if (isToFunction && region_->wasWritten())
    if (const void *contents = region_->contents())
      write_(contents);
}

// Blocks until no command uses the buffer. Returns false if one failed: the contents are lost.
bool BufferImpl::finish(bool isHostUpdated, bool areAdoptedUpdated) {
  Commands failed;
  std::exception_ptr error;
  for (const SharedCommand &each : region_->finish(isHostUpdated, areAdoptedUpdated))
    if (std::exception_ptr thrown = eventOf(each).waitForError()) {
      failed.push_back(each);
      if (!error)
        error = std::move(thrown);
    }
  if (!error)
    return true;
  report(failed, std::move(error));
  return false;
}

void BufferImpl::setFinalData(std::function<void(const void *)> write) {
  write_ = std::move(write);
  hasFinalData_ = true;
  region_->keepStorage(true);
}

void BufferImpl::setWriteBack(bool isOn) {
  isWrittenBack_ = isOn;
  region_->keepStorage(!isOn || hasFinalData_);
}

void Requirement::record(QueueImpl & /*queue*/, bool /*isHostTask*/) {
  fail(errc::feature_not_supported,
       "A command with a stream, or one that is no host task and has an accessor for the host, "
       "cannot be a part of a graph.");
}

void BufferRequirement::begin(QueueImpl &queue, Commands &waits) {
  void *const memory = calling([&] { return region_->begin(access_, queue, waits); });
  void *const pointer = static_cast<std::byte *>(memory) + offset_;
  if (pointer_ != pointer) // a host task of an earlier run of a graph may read it
    pointer_ = pointer;
}

void BufferRequirement::record(QueueImpl &queue, bool isHostTask) {
  if (access_.isOnHost && isHostTask)
    return; // each run finds it
  if (access_.isOnHost)
    return Requirement::record(queue, isHostTask);
  void *const memory = calling([&] { return region_->memoryFor(queue); });
  pointer_ = static_cast<std::byte *>(memory) + offset_;
}

bool BufferRequirement::comesAfter(const Requirement &other) const {
  if (other.region() != region_.get())
    return false;
  const auto &access = static_cast<const BufferRequirement &>(other).access_;
  return (access_.writes || access.writes) &&
         std::any_of(access_.pages().begin(), access_.pages().end(), [&](const auto &mine) {
           return std::any_of(
               access.pages().begin(), access.pages().end(),
               [&](const auto &theirs) { return !mine.intersection(theirs).isEmpty(); });
         });
}

void BufferRequirement::end(QueueImpl &queue, const SharedEvent &command) {
  calling([&] { region_->end(access_, queue, command); });
}

void BufferRequirement::updateHost(Commands &commands) {
  calling([&] { region_->updateHost(access_, commands); });
}

namespace {

bool isWhole(const DataRegion &region, size_t offset, const MemoryBox &box) {
  return offset == 0 &&
         std::equal(std::begin(box.part), std::end(box.part), std::begin(box.whole)) &&
         box.elementSize * box.whole[0] * box.whole[1] * box.whole[2] == region.grid().bytes();
}

RegionAccess accessOf(const DataRegion &region, size_t offset, const MemoryBox &box, bool reads,
                      bool writes, bool isOnHost) {
  if (isWhole(region, offset, box))
    return region.describeWhole(reads, writes, isOnHost);
  return calling([&] {
    ViewBoxes view = boxesOf(region.grid(), offset, box);
    // Elements between those of the accessor keep their contents.
    return region.describe(std::move(view.boxes), reads || !view.isExact, writes, isOnHost);
  });
}

} // namespace

std::shared_ptr<Requirement> makeRequirement(const std::shared_ptr<BufferImpl> &buffer,
                                             size_t offset, const MemoryBox &box, bool reads,
                                             bool writes, bool isForHostTask) {
  return std::allocate_shared<BufferRequirement>(
      RecyclingAllocator<BufferRequirement>(), buffer->region(),
      accessOf(*buffer->region(), offset, box, reads, writes, isForHostTask), offset);
}

void require(handler &group, const std::shared_ptr<Requirement> &requirement) {
  if (!requirement)
    fail(errc::accessor, "A command group requires an accessor that has no buffer.");
  Access::impl(group)->require(requirement);
}

std::shared_ptr<void> beginHostAccess(const std::shared_ptr<BufferImpl> &buffer, size_t offset,
                                      const MemoryBox &box, bool reads, bool writes,
                                      void **memory) {
  const std::shared_ptr<DataRegion> region = buffer->region();
  const std::shared_ptr<ursa::runtime::HostAccess> access = calling([&] {
    return region->beginHostAccess(accessOf(*region, offset, box, reads, writes, true), memory);
  });
  return {access.get(), [region, access](void *) { access->end(); }};
}

void adoptMemory(const std::shared_ptr<BufferImpl> &buffer, const queue &where, void *memory,
                 bool hasContents) {
  if (!memory && buffer->region()->grid().bytes() > 0)
    fail(errc::invalid, "A buffer was given a null pointer as its memory.");
  calling([&] { buffer->region()->adopt(implOf(where), memory, hasContents); });
}

void *memoryOn(const std::shared_ptr<BufferImpl> &buffer, const queue &where) {
  return calling([&] { return buffer->region()->memoryFor(*implOf(where)); });
}

void checkRange(const char *what, int dimension, size_t first, size_t count, size_t whole) {
  if (first <= whole && count <= whole - first)
    return;
  fail(errc::invalid, std::string(what) + " is larger than its buffer: dimension " +
                          std::to_string(dimension) + " has " + std::to_string(count) +
                          " elements from " + std::to_string(first) + "; the buffer has " +
                          std::to_string(whole) + ".");
}

} // namespace sycl::detail
} // namespace ursa_sycl
