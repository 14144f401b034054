#include "adapters/vulkan/program/program_binary.h"

#include <xxhash.h>

#include <cstring>
#include <utility>

namespace ursa::vulkan {
namespace {

constexpr char kProgramMagic[8] = {'U', 'R', 'S', 'A', 'V', 'K', 'P', '2'};
constexpr size_t kProgramHeaderBytes = sizeof(kProgramMagic) + 5 * sizeof(uint64_t);

template <class T> void append(std::vector<std::byte> &bytes, const T &value) {
  const size_t at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

template <class T> T take(std::span<const std::byte> &bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof(T));
  bytes = bytes.subspan(sizeof(T));
  return value;
}

uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

Error cut(size_t size) {
  return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                   "The stored program of {} bytes is cut short or damaged.", size);
}

} // namespace

std::vector<std::byte> writeProgramBinary(const ProgramBinary &binary) {
  std::vector<std::byte> values;
  for (const auto &[id, value] : binary.values) {
    append(values, id);
    append(values, static_cast<uint32_t>(value.size()));
    values.insert(values.end(), value.begin(), value.end());
  }
  std::vector<std::byte> bytes;
  append(bytes, kProgramMagic);
  append<uint64_t>(bytes, binary.image.size());
  append<uint64_t>(bytes, values.size());
  append<uint64_t>(bytes, binary.cacheData.size());
  std::vector<std::byte> content = binary.image;
  content.insert(content.end(), values.begin(), values.end());
  append<uint64_t>(bytes, checksum(content));
  append<uint64_t>(bytes, checksum(binary.cacheData));
  for (const std::vector<std::byte> *part : {&std::as_const(content), &binary.cacheData})
    bytes.insert(bytes.end(), part->begin(), part->end());
  return bytes;
}

Result<ProgramBinary> readProgramBinary(std::span<const std::byte> bytes) {
  ProgramBinary binary;
  if (bytes.size() < kProgramHeaderBytes ||
      std::memcmp(bytes.data(), kProgramMagic, sizeof(kProgramMagic)) != 0) {
    binary.image.assign(bytes.begin(), bytes.end());
    return binary;
  }
  const size_t whole = bytes.size();
  bytes = bytes.subspan(sizeof(kProgramMagic));
  const auto imageBytes = take<uint64_t>(bytes);
  const auto valueBytes = take<uint64_t>(bytes);
  const auto cacheBytes = take<uint64_t>(bytes);
  const auto contentSum = take<uint64_t>(bytes);
  const auto cacheSum = take<uint64_t>(bytes);
  if (imageBytes > bytes.size() || valueBytes > bytes.size() - imageBytes ||
      cacheBytes != bytes.size() - imageBytes - valueBytes)
    return cut(whole);
  if (checksum(bytes.first(imageBytes + valueBytes)) != contentSum)
    return cut(whole);
  const auto image = bytes.first(imageBytes);
  binary.image.assign(image.begin(), image.end());
  const auto cache = bytes.last(cacheBytes);
  if (checksum(cache) == cacheSum)
    binary.cacheData.assign(cache.begin(), cache.end());
  for (auto values = bytes.subspan(imageBytes, valueBytes); !values.empty();) {
    if (values.size() < 2 * sizeof(uint32_t))
      return cut(whole);
    const auto id = take<uint32_t>(values);
    const auto size = take<uint32_t>(values);
    if (size > values.size())
      return cut(whole);
    binary.values[id].assign(values.begin(), values.begin() + size);
    values = values.subspan(size);
  }
  return binary;
}

} // namespace ursa::vulkan
