#include "adapters/cuda/program/ptx_objects.h"

#include <algorithm>
#include <cstring>

namespace ursa::cuda {
namespace {

constexpr size_t kObjectAlignment = 8;
constexpr char kObjectMagic[8] = {'u', 'r', 's', 'a', 'c', 'u', 'b', '1'};

struct PtxObjectHeader {
  char magic[8];
  uint32_t computeCapability;
  uint32_t reserved;
  uint64_t size;
};
static_assert(sizeof(PtxObjectHeader) == 24);

size_t alignedOffset(size_t at) {
  return (at + kObjectAlignment - 1) / kObjectAlignment * kObjectAlignment;
}

} // namespace

Result<PtxAndObjects> splitPtx(std::span<const std::byte> bytes) {
  const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
  PtxAndObjects parts;
  parts.ptx = bytes.first(static_cast<size_t>(end - bytes.begin()));
  for (size_t at = alignedOffset(parts.ptx.size() + 1); at < bytes.size();) {
    PtxObjectHeader header{};
    if (bytes.size() - at >= sizeof(header))
      std::memcpy(&header, bytes.data() + at, sizeof(header));
    if (parts.objects.empty() && std::memcmp(header.magic, kObjectMagic, sizeof(kObjectMagic)) != 0)
      break; // other bytes behind the text
    at += sizeof(header);
    if (std::memcmp(header.magic, kObjectMagic, sizeof(kObjectMagic)) != 0 ||
        header.size > bytes.size() - at)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "The CUBINs behind the PTX of a program of {} bytes are damaged.",
                       bytes.size());
    const auto object = bytes.subspan(at, header.size);
    parts.objects.push_back({header.computeCapability, {object.begin(), object.end()}});
    at = alignedOffset(at + header.size);
  }
  return parts;
}

const PtxObject *objectFor(const std::vector<PtxObject> &objects, uint32_t computeCapability) {
  const PtxObject *best = nullptr;
  for (const PtxObject &object : objects)
    if (object.computeCapability / 10 == computeCapability / 10 &&
        object.computeCapability <= computeCapability &&
        (!best || best->computeCapability < object.computeCapability))
      best = &object;
  return best;
}

} // namespace ursa::cuda
