#include "sycl/runtime/data_region.h"

#include "sycl/runtime/box_merge.h"
#include "sycl/runtime/error.h"
#include "sycl/runtime/region_copy.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace ursa::runtime {
namespace {

constexpr size_t kHostAlignment = 4096;

HostAccess *hostAccessOf(const SharedCommand &command) { return command->asHostAccess(); }

} // namespace

DataRegion::DataRegion(const PageGrid &grid, const HostMemory &host,
                       std::shared_ptr<const WaitReport> report)
    : grid_(grid), whole_(partOf({grid_.whole()})),
      isHostShareable_(!host.storage || host.isShareable), isHostUsm_(host.isUsm),
      storage_(host.storage), report_(std::move(report)), table_(grid), history_(grid),
      hasContents_(host.storage && host.hasContents) {
  table_.addAllocation(hasContents_);
  allocations_.push_back({{}, host.storage, nullptr, false, true});
}

DataRegion::~DataRegion() {
  try {
    for (const SharedCommand &each : finish(false, false))
      each->wait();
  } catch (...) { // a command failed; its memory is not in use any more
  }
  for (const Allocation &each : allocations_)
    if (each.place.context && each.isOwned)
      (void)urUSMFree(each.place.context, each.memory);
  if (!ownHostPlace_.context)
    std::free(ownHost_);
  else if (isOwnHostFreed_)
    (void)urUSMFree(ownHostPlace_.context, ownHost_);
}

std::shared_ptr<const RegionAccess::Part> DataRegion::partOf(Boxes boxes) const {
  auto part = std::make_shared<RegionAccess::Part>();
  if (boxes.size() == 1 && !boxes.front().isEmpty())
    part->boxes = std::move(boxes);
  else
    part->boxes = disjointBoxes(boxes);
  for (const Box &each : part->boxes) {
    if (!grid_.whole().contains(each))
      throw Error(UR_RESULT_ERROR_INVALID_SIZE, "An access is not in its buffer.");
    part->pages.push_back(grid_.pageRange(each));
  }
  if (part->pages.size() > 1)
    part->pages = disjointBoxes(part->pages);
  return part;
}

RegionAccess DataRegion::describe(Boxes boxes, bool keepsContents, bool writes,
                                  bool isOnHost) const {
  return {partOf(std::move(boxes)), keepsContents, writes, isOnHost};
}

void DataRegion::allocateOnHost(const Place *by) {
  const size_t bytes = std::max<size_t>(grid_.bytes(), 1);
  if (by && urUSMHostAlloc(by->context, nullptr, nullptr, bytes, &ownHost_) == UR_RESULT_SUCCESS)
    ownHostPlace_ = *by;
  else if (bytes <= SIZE_MAX - kHostAlignment)
    ownHost_ = std::aligned_alloc(kHostAlignment,
                                  (bytes + kHostAlignment - 1) / kHostAlignment * kHostAlignment);
  if (!ownHost_)
    throw Error(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY,
                "Allocating a buffer of " + std::to_string(bytes) + " bytes on the host failed.");
  void *&memory = allocations_[kHostAllocation].memory;
  if (memory && grid_.bytes() > 0)
    std::memcpy(ownHost_, memory, grid_.bytes());
  memory = ownHost_;
}

void *DataRegion::hostMemory() {
  const void *const memory = allocations_[kHostAllocation].memory;
  // Transfers to devices may still read memory that is kept: it does not change.
  if (!memory || (isStorageKept_ && !isStorageUsed_ && memory == storage_))
    allocateOnHost();
  else if (memory == storage_)
    isStorageUsed_ = true;
  return allocations_[kHostAllocation].memory;
}

void DataRegion::keepStorage(bool isKept) {
  const std::lock_guard lock(mutex_);
  isStorageKept_ = isKept && !isHostShareable_;
}

bool DataRegion::keepsStorage() const {
  const std::lock_guard lock(mutex_);
  return isHostShareable_ || allocations_[kHostAllocation].memory != storage_ ||
         (isStorageKept_ && !isStorageUsed_);
}

void DataRegion::leaveStorage() {
  const std::lock_guard lock(mutex_);
  if (!isHostShareable_ && allocations_[kHostAllocation].memory == storage_)
    allocateOnHost();
}

void DataRegion::restoreStorage() {
  const std::lock_guard lock(mutex_);
  const void *const memory = allocations_[kHostAllocation].memory;
  if (storage_ && memory != storage_ && wasWritten_ && grid_.bytes() > 0)
    std::memcpy(storage_, memory, grid_.bytes());
}

void DataRegion::setContents(const void *from) {
  const std::lock_guard lock(mutex_);
  if (grid_.bytes() > 0)
    std::memcpy(hostMemory(), from, grid_.bytes());
  table_.written(kHostAllocation, grid_.whole());
  hasContents_ = true;
}

size_t DataRegion::allocationFor(Queue &queue) {
  const auto isHere = [&place = queue.place()](const Place &each) {
    return each.context == place.context && each.device == place.device;
  };
  for (size_t i = kHostAllocation + 1; i < allocations_.size(); ++i)
    if (isHere(allocations_[i].place))
      return i;
  for (const auto &[place, allocation] : sharers_)
    if (isHere(place))
      return allocation;
  if (!queue.place().usesHostMemory)
    return allocate(queue);
  if (isHostShareable_) {
    if (!allocations_[kHostAllocation].memory)
      allocateOnHost(isHostUsm_ ? &queue.place() : nullptr);
    sharers_.emplace_back(queue.place(), kHostAllocation);
    return kHostAllocation;
  }
  for (size_t i = kHostAllocation + 1; i < allocations_.size(); ++i)
    if (allocations_[i].place.usesHostMemory) {
      sharers_.emplace_back(queue.place(), i);
      return i;
    }
  return allocate(queue);
}

size_t DataRegion::allocate(Queue &queue) {
  const Place &place = queue.place();
  std::shared_ptr<Queue> transfers = queue.transferQueue();
  allocations_.reserve(allocations_.size() + 1);
  const size_t bytes = std::max<size_t>(grid_.bytes(), 1);
  void *memory = nullptr;
  ur_result_t result =
      urUSMDeviceAlloc(place.context, place.device, nullptr, nullptr, bytes, &memory);
  if (result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
    result = urUSMSharedAlloc(place.context, place.device, nullptr, nullptr, bytes, &memory);
  check(result,
        "Allocating a buffer of " + std::to_string(bytes) + " bytes on '" + place.deviceName + "'");
  allocations_.push_back({place, memory, std::move(transfers), false, true});
  return table_.addAllocation(false);
}

void DataRegion::bring(size_t target, const Boxes &boxes, Queue *queue, bool passesHostAccesses) {
  if (std::all_of(boxes.begin(), boxes.end(),
                  [&](const Box &each) { return table_.isUpToDate(target, each); }))
    return;
  const auto routeOf = [&](size_t from) {
    const Place &source = allocations_[from].place;
    if (!queue || target == kHostAllocation || !queue->readsDirectly(source))
      return Route::None;
    return source.device == queue->place().device ? Route::SameDevice : Route::Peer;
  };
  for (const Transfer &each : planTransfers(table_, target, boxes, routeOf)) {
    Queue *by = each.to == kHostAllocation ? allocations_[each.from].transfers.get() : queue;
    // Others wait for the transfer, but not for what an in-order queue has before it.
    if (by->inOrder())
      by = allocations_[each.to].transfers.get();
    enqueueTransfer(each, *by, passesHostAccesses);
  }
}

void DataRegion::enqueueTransfer(const Transfer &transfer, Queue &queue, bool passesHostAccesses) {
  // Contents are there after the transfer that brought them, or after the command that wrote them.
  Commands sources;
  history_.visitConflicts(transfer.box, false, [&](const Box &part, auto writer, bool /*readers*/) {
    table_.visitTransfers(transfer.from, part.intersection(transfer.box),
                          [&](const Box & /*part*/, const SharedCommand &arrival) {
                            if (arrival)
                              sources.push_back(arrival);
                            else if (!writer.empty())
                              sources.push_back(writer.front());
                          });
  });
  Commands known;
  for (const SharedCommand &each : sources) {
    // Accesses of the host use its own memory: what a device has is older.
    const HostAccess *access = nullptr;
    if (passesHostAccesses && transfer.from != kHostAllocation)
      access = hostAccessOf(each);
    if (!access)
      known.push_back(each);
    else if (!access->isComplete())
      known.insert(known.end(), access->waits().begin(), access->waits().end());
  }
  Commands waits;
  appendWaitsOf(queue, std::move(known), waits);
  void *const to = transfer.to == kHostAllocation ? hostMemory() : allocations_[transfer.to].memory;
  SharedCommand command =
      copyBox(queue, grid_, to, allocations_[transfer.from].memory, transfer.box, waits);
  table_.transferred(transfer.to, transfer.box, command);
  pending_.push_back({transfer.box, std::move(command)});
  ++counts_.transfers;
  counts_.pages += grid_.pageCount(transfer.box);
  counts_.bytes += transfer.box.volume();
}

void DataRegion::appendWaits(const RegionAccess &access, size_t target, Commands &waits) const {
  for (const Box &each : access.pages())
    history_.visitConflicts(each, access.writes, [&](const Box &part, auto users, bool areReaders) {
      bool isImplied = !users.empty() && !areReaders && access.keepsContents;
      if (access.keepsContents)
        table_.visitTransfers(target, part.intersection(each),
                              [&](const Box & /*part*/, const SharedCommand &transfer) {
                                if (transfer)
                                  waits.push_back(transfer); // it has waited for the writer
                                else
                                  isImplied = false;
                              });
      if (!isImplied)
        waits.insert(waits.end(), users.begin(), users.end());
    });
}

void *DataRegion::begin(const RegionAccess &access, Queue &queue, Commands &waits) {
  const size_t target = access.isOnHost ? kHostAllocation : allocationFor(queue);
  void *const memory = target == kHostAllocation ? hostMemory() : allocations_[target].memory;
  if (access.keepsContents)
    bring(target, access.pages(), &queue, false);
  const size_t first = waits.size();
  appendWaits(access, target, waits);
  keepWaitsOf(queue, first, waits);
  return memory;
}

void DataRegion::written(const RegionAccess &access, size_t target) {
  for (const Box &each : access.keepsContents ? access.pages() : access.boxes())
    table_.written(target, each);
  hasContents_ = wasWritten_ = true;
}

void DataRegion::end(const RegionAccess &access, Queue &queue, const SharedCommand &command) {
  const size_t target = access.isOnHost ? kHostAllocation : allocationFor(queue);
  for (const Box &each : access.pages())
    history_.add(each, access.writes, command);
  if (access.writes)
    written(access, target);
  pending_.clear(); // the command waits for them
}

std::shared_ptr<HostAccess> DataRegion::beginHostAccess(const RegionAccess &access, void **memory) {
  Commands waits;
  std::shared_ptr<HostAccess> begun;
  {
    const RegionLock lock({this});
    void *const host = hostMemory();
    if (access.keepsContents)
      bring(kHostAllocation, access.pages(), nullptr, true);
    Commands conflicts;
    appendWaits(access, kHostAllocation, conflicts);
    // Accesses of the host do not wait for each other: one thread may have both.
    std::vector<std::shared_ptr<HostAccess>> on;
    for (const SharedCommand &each : conflicts)
      if (HostAccess *const other = hostAccessOf(each)) {
        if (other->isComplete())
          continue;
        waits.insert(waits.end(), other->waits().begin(), other->waits().end());
        on.push_back(other->shared_from_this());
      } else {
        waits.push_back(each);
      }
    removeDuplicates(waits);
    std::erase_if(waits, [](const SharedCommand &each) { return each->isComplete(); });
    begun = std::make_shared<HostAccess>(std::move(on), waits, grid_.bytes(), report_);
    for (const Box &each : access.pages())
      history_.add(each, access.writes, begun);
    if (access.writes)
      written(access, kHostAllocation);
    pending_.clear(); // the access waits for them
    *memory = host;
  }
  try {
    for (const SharedCommand &each : waits)
      each->wait();
  } catch (...) {
    begun->end();
    throw;
  }
  return begun;
}

void DataRegion::updateHost(const RegionAccess &access, Commands &commands) {
  const RegionLock lock({this});
  bring(kHostAllocation, access.pages(), nullptr, false);
  for (const Box &each : access.pages())
    table_.visitTransfers(
        kHostAllocation, each,
        [&](const Box & /*part*/, const SharedCommand &transfer) { commands.push_back(transfer); });
  removeDuplicates(commands);
}

void DataRegion::adopt(const std::shared_ptr<Queue> &queue, void *memory, bool hasContents,
                       bool isOwned) {
  const std::lock_guard lock(mutex_);
  const Place &place = queue->place();
  for (const Allocation &each : allocations_)
    if (each.place.context == place.context && each.place.device == place.device)
      throw Error(UR_RESULT_ERROR_INVALID_OPERATION,
                  "A buffer of " + std::to_string(grid_.bytes()) + " bytes has memory on '" +
                      place.deviceName + "' already; it cannot use other memory there.");
  allocations_.push_back({place, memory, queue->transferQueue(), true, isOwned});
  const size_t number = table_.addAllocation(false);
  if (!hasContents)
    return;
  table_.written(number, grid_.whole());
  hasContents_ = true;
}

std::vector<DataRegion::AllocationInfo> DataRegion::allocations() const {
  const std::lock_guard lock(mutex_);
  std::vector<AllocationInfo> all;
  for (size_t i = kHostAllocation + 1; i < allocations_.size(); ++i)
    all.push_back({allocations_[i].place, allocations_[i].memory, allocations_[i].isOwned});
  for (const auto &[place, number] : sharers_) {
    const Allocation &used = allocations_[number];
    const bool isOwned =
        number == kHostAllocation ? used.memory == ownHost_ && isOwnHostFreed_ : used.isOwned;
    all.push_back({place, used.memory, isOwned});
  }
  return all;
}

void DataRegion::setOwned(const void *memory, bool isOwned) {
  const std::lock_guard lock(mutex_);
  for (size_t i = kHostAllocation + 1; memory && i < allocations_.size(); ++i)
    if (allocations_[i].memory == memory) {
      allocations_[i].isOwned = isOwned;
      return;
    }
  if (!memory || memory != allocations_[kHostAllocation].memory)
    throw Error(UR_RESULT_ERROR_INVALID_VALUE,
                "A buffer of " + std::to_string(grid_.bytes()) +
                    " bytes was asked for memory that it does not use.");
  if (memory == ownHost_ && (ownHostPlace_.context || isOwned))
    isOwnHostFreed_ = isOwned;
  else if (memory == ownHost_ || isOwned)
    throw Error(UR_RESULT_ERROR_INVALID_VALUE,
                "The memory of a buffer of " + std::to_string(grid_.bytes()) +
                    " bytes on the host is no unified shared memory, because it was there before a "
                    "device used the buffer.");
}

void *DataRegion::memoryFor(Queue &queue) {
  const std::lock_guard lock(mutex_);
  const size_t number = allocationFor(queue);
  return number == kHostAllocation ? hostMemory() : allocations_[number].memory;
}

Commands DataRegion::finish(bool isHostUpdated, bool areAdoptedUpdated) {
  const RegionLock lock({this});
  for (size_t i = 0; areAdoptedUpdated && hasContents_ && i < allocations_.size(); ++i)
    if (allocations_[i].isAdopted)
      bring(i, {grid_.whole()}, allocations_[i].transfers.get(), true);
  if (isHostUpdated && hasContents_)
    bring(kHostAllocation, {grid_.whole()}, nullptr, true);
  Commands all = history_.all();
  for (size_t i = 0; i < table_.allocationCount(); ++i)
    table_.visitTransfers(
        i, grid_.whole(),
        [&](const Box & /*part*/, const SharedCommand &transfer) { all.push_back(transfer); });
  removeDuplicates(all);
  std::erase_if(all, [](const SharedCommand &each) { return hostAccessOf(each) != nullptr; });
  return all;
}

void *DataRegion::contents() {
  const std::lock_guard lock(mutex_);
  if (!hasContents_)
    return nullptr;
  void *const memory = allocations_[kHostAllocation].memory;
  return memory ? memory : hostMemory(); // reading leaves memory of the caller as it is
}

bool DataRegion::wasWritten() const {
  const std::lock_guard lock(mutex_);
  return wasWritten_;
}

DataRegion::Counts DataRegion::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

size_t DataRegion::deviceAllocationCount() const {
  const std::lock_guard lock(mutex_);
  return allocations_.size() - 1;
}

std::vector<std::shared_ptr<Queue>> DataRegion::deviceQueues() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Queue>> queues;
  for (size_t i = kHostAllocation + 1; i < allocations_.size(); ++i)
    queues.push_back(allocations_[i].transfers);
  return queues;
}

void DataRegion::keepPending() {
  for (const PendingTransfer &each : pending_)
    history_.add(grid_.pageRange(each.box), false, each.command);
  pending_.clear();
}

RegionLock::RegionLock(const std::vector<DataRegion *> &regions) {
  for (DataRegion *each : regions)
    regions_.push_back(each);
  lock();
}

void RegionLock::lock() {
  std::sort(regions_.begin(), regions_.end(), std::less<>());
  regions_.resize(
      static_cast<size_t>(std::unique(regions_.begin(), regions_.end()) - regions_.begin()));
  for (DataRegion *each : regions_)
    each->mutex_.lock();
  isLocked_ = true;
}

RegionLock::~RegionLock() {
  if (!isLocked_)
    return;
  for (DataRegion *each : regions_) {
    each->keepPending();
    each->mutex_.unlock();
  }
}

void keepWaitsOf(Queue &queue, size_t first, Commands &waits) {
  constexpr size_t kFewWaits = 8;
  const auto begin = waits.begin() + static_cast<std::ptrdiff_t>(first);
  if (waits.size() - first > kFewWaits || std::any_of(begin, waits.end(), [](const auto &each) {
        return each && hostAccessOf(each);
      })) {
    Commands from(std::make_move_iterator(begin), std::make_move_iterator(waits.end()));
    waits.resize(first);
    return appendWaitsOf(queue, std::move(from), waits);
  }
  // The usual case, without memory of its own.
  auto end = begin;
  for (auto each = begin; each != waits.end(); ++each) {
    if (!*each || (*each)->inOrderQueue() == &queue || std::find(waits.begin(), end, *each) != end)
      continue;
    if (end != each)
      *end = std::move(*each);
    ++end;
  }
  waits.erase(end, waits.end());
}

void appendWaitsOf(Queue &queue, Commands from, Commands &waits) {
  removeDuplicates(from);
  for (const SharedCommand &each : from) {
    if (each->inOrderQueue() == &queue ||
        std::find(waits.begin(), waits.end(), each) != waits.end())
      continue;
    if (HostAccess *const access = hostAccessOf(each)) {
      if (!access->isComplete())
        waits.push_back(access->standInFor(queue));
      continue;
    }
    waits.push_back(each);
  }
}

} // namespace ursa::runtime
