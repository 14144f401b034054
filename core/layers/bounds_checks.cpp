#include "core/layers/bounds_checks.h"

#include "core/layers/handle_checks.h"

namespace ursa::core::layers {
namespace {

__extension__ using Wide = unsigned __int128; // sums and products of sizes do not overflow

/// Returns the value of a parameter that an extent names; "0" is a number.
Wide valueOf(const Call &call, std::string_view name) {
  const size_t index = call.find(name);
  return index < call.size() ? call.number(index) : 0;
}

uint64_t clamp(Wide value) {
  return value > UINT64_MAX ? UINT64_MAX : static_cast<uint64_t>(value);
}

/// Returns the end of a rectangle in a buffer: the offset after its last byte. A pitch of 0 means
/// that rows or slices are contiguous.
Wide endOfRect(const Call &call, std::string_view originName, std::string_view regionName) {
  const auto origin = call.as<ur_rect_offset_t>(call.find(originName));
  const auto region = call.as<ur_rect_region_t>(call.find(regionName));
  if (region.width == 0 || region.height == 0 || region.depth == 0)
    return 0;
  const std::string side(originName.substr(0, originName.find("Origin")));
  Wide row = valueOf(call, side + "RowPitch");
  row = row ? row : region.width;
  Wide slice = valueOf(call, side + "SlicePitch");
  slice = slice ? slice : row * region.height;
  return (Wide(origin.z) + region.depth - 1) * slice + (Wide(origin.y) + region.height - 1) * row +
         origin.x + region.width;
}

Result<void> checkBuffer(const Call &call, size_t index) {
  const api::Parameter &parameter = call.parameters[index];
  const HandleTracker::Answer buffer = handleTracker().find(call.pointer(index));
  const size_t lengthIndex = call.find(parameter.second);
  if (buffer.type != HandleType::Mem || buffer.size == 0 || lengthIndex == call.size())
    return {}; // an image, or a buffer of unknown size
  const bool isRect = call.parameters[lengthIndex].type == "ur_rect_region_t";
  const Wide end = isRect ? endOfRect(call, parameter.first, parameter.second)
                          : valueOf(call, parameter.first) + valueOf(call, parameter.second);
  if (end > buffer.size)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{}: {} and {} reach up to byte {} of {}, which has {} bytes.", call.name(),
                     parameter.first, parameter.second, clamp(end), parameter.name, buffer.size);
  return {};
}

/// Returns the number of bytes that a command accesses from a pointer. For rows this is pitch times
/// count: the ABI requires the last row to be complete, too.
Wide accessedBytes(const Call &call, std::string_view length) {
  const size_t times = length.find(" * ");
  if (times == length.npos)
    return valueOf(call, length);
  return valueOf(call, length.substr(0, times)) * valueOf(call, length.substr(times + 3));
}

Result<void> checkMemory(const Call &call, size_t index) {
  const api::Parameter &parameter = call.parameters[index];
  const auto first = reinterpret_cast<uintptr_t>(call.pointer(index));
  const std::optional<MemoryRanges::Range> range = memoryRanges().find(call.pointer(index));
  if (!range)
    return {}; // host memory, which a command may also use
  const Wide reach = accessedBytes(call, parameter.second);
  const uint64_t offset = first - range->first;
  if (reach > range->size - offset)
    return makeError(
        UR_RESULT_ERROR_INVALID_SIZE,
        "{}: {} bytes from {} on are used; it points to byte {} of an allocation of {} "
        "bytes.",
        call.name(), clamp(reach), parameter.name, offset, range->size);
  return {};
}

} // namespace

void MemoryRanges::add(const void *first, uint64_t size) {
  const auto address = reinterpret_cast<uintptr_t>(first);
  const std::unique_lock lock(mutex_);
  sizes_.insert_or_assign(address, size);
  auto overlapped = removed_.lower_bound(address);
  if (overlapped != removed_.begin()) {
    const auto before = std::prev(overlapped);
    if (address - before->first < before->second)
      overlapped = before;
  }
  while (overlapped != removed_.end() &&
         (overlapped->first < address || overlapped->first - address < size))
    overlapped = removed_.erase(overlapped);
}

void MemoryRanges::remove(const void *first) {
  const std::unique_lock lock(mutex_);
  auto range = sizes_.extract(reinterpret_cast<uintptr_t>(first));
  if (range.empty())
    return;
  if (removed_.size() >= kMaxRemoved)
    removed_.clear();
  removed_.insert(std::move(range));
}

std::optional<MemoryRanges::Range> MemoryRanges::find(const void *pointer) const {
  return findIn(sizes_, pointer);
}

std::optional<MemoryRanges::Range> MemoryRanges::findRemoved(const void *pointer) const {
  return findIn(removed_, pointer);
}

std::optional<MemoryRanges::Range> MemoryRanges::findIn(const Sizes &sizes,
                                                        const void *pointer) const {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  const std::shared_lock lock(mutex_);
  auto after = sizes.upper_bound(address);
  if (after == sizes.begin())
    return std::nullopt;
  const auto &[first, size] = *--after;
  if (address - first >= size)
    return std::nullopt;
  return Range{first, size};
}

void MemoryRanges::clear() {
  const std::unique_lock lock(mutex_);
  sizes_.clear();
  removed_.clear();
}

MemoryRanges &memoryRanges() {
  static MemoryRanges &ranges = *new MemoryRanges;
  return ranges;
}

Result<void> checkBounds(const Call &call) {
  for (size_t i = 0; i < call.size(); ++i)
    if (call.parameters[i].extent == api::Extent::Bounds && call.pointer(i))
      URSA_CHECK(call.parameters[i].kind == api::ParameterKind::Handle ? checkBuffer(call, i)
                                                                       : checkMemory(call, i));
  return {};
}

} // namespace ursa::core::layers
