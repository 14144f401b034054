// Fuzzes the layout of specialization constants. The input is a program that describes constants
// and their descriptors, right ones or wrong ones; the target writes them as device images into a
// container, reads that back, and compares the layouts with the document's rule: constants follow
// one another, each as long as its descriptors reach.
#include "format/image_set.h"
#include "format/names.h"

#include "fuzz/layout_invariants.h"
#include "support/container_builder.h"

namespace {

using ursa::Result;
using ursa::core::specialization::SpecConstant;
using ursa::core::specialization::SpecLayout;
using ursa::fuzz::require;

constexpr size_t kImages = 2;

/// Takes numbers off the input; zeros when it is used up.
class Reader {
public:
  Reader(const uint8_t *data, size_t size) : rest_(data, size) {}

  uint8_t byte() { return take<uint8_t>(); }
  uint32_t word() { return take<uint32_t>(); }
  std::span<const std::byte> rest() const { return std::as_bytes(rest_); }

private:
  template <class T> T take() {
    T value = 0;
    const size_t size = std::min(sizeof(value), rest_.size());
    if (size > 0)
      std::memcpy(&value, rest_.data(), size);
    rest_ = rest_.subspan(size);
    return value;
  }

  std::span<const uint8_t> rest_;
};

struct DescribedImage {
  bool emulated = false;
  std::vector<uint64_t> reaches; ///< of the constants
  std::string properties;
};

/// The descriptors of one constant.
std::vector<uint8_t> describeConstant(Reader &reader, uint32_t &nextId, uint64_t &reach) {
  enum Kind { Leaf, AlignedLeaf, Padding, Raw };
  std::vector<uint8_t> descriptors;
  const auto add = [&](uint32_t id, uint32_t offset, uint32_t size) {
    const std::vector<uint8_t> descriptor = ursa::testing::bytesOf(id, offset, size);
    descriptors.insert(descriptors.end(), descriptor.begin(), descriptor.end());
    reach = std::max(reach, uint64_t{offset} + size);
  };
  const unsigned count = 1 + reader.byte() % 6;
  for (unsigned i = 0; i < count; ++i) {
    const uint8_t choice = reader.byte();
    const auto end = static_cast<uint32_t>(reach);
    const uint32_t size = choice / 4 % 16 + 1;
    switch (choice % 4) {
    case Leaf:
      add(nextId++, end, size);
      break;
    case AlignedLeaf:
      add(nextId++, (end + 7) / 8 * 8, size);
      break;
    case Padding:
      add(ursa::format::LeafDescriptor::kPaddingId, end, size);
      break;
    case Raw: {
      const uint32_t id = reader.word();
      const uint32_t offset = reader.word();
      add(id, offset, reader.word());
      break;
    }
    }
  }
  if (reader.byte() == 0xff)
    descriptors.pop_back(); // no whole number of descriptors
  return descriptors;
}

DescribedImage describeImage(Reader &reader) {
  DescribedImage image;
  const uint8_t flags = reader.byte();
  image.emulated = flags & 1;
  ursa::testing::PropertyText text;
  text.set(ursa::format::kSpecConstants);
  uint32_t nextId = 0;
  uint64_t size = 0;
  const unsigned count = reader.byte() % 8;
  for (unsigned i = 0; i < count; ++i) {
    uint64_t reach = 0;
    const auto descriptors = describeConstant(reader, nextId, reach);
    // Images that begin at different letters have some of their constants in common.
    text.bytes(std::string(1, static_cast<char>('a' + flags / 16 + i)), descriptors);
    image.reaches.push_back(reach);
    size += reach;
  }
  constexpr uint64_t kMaxDefaults = 512;
  std::vector<uint8_t> defaults(std::min(size, kMaxDefaults));
  if (flags & 2)
    defaults.resize(reader.byte());
  if (!(flags & 4))
    text.set(ursa::format::kSpecDefaults).bytes(ursa::format::kSpecDefaultsBlob, defaults);
  if (flags & 8)
    text.set(ursa::format::kSpecBuffer).number("k", count);
  image.properties = text.text;
  return image;
}

void requireRule(const SpecLayout &layout, const DescribedImage &described) {
  require(layout.constants().size() == described.reaches.size(), "every constant is there");
  uint64_t begin = 0;
  for (size_t i = 0; i < described.reaches.size(); ++i) {
    const SpecConstant &constant = layout.constants()[i];
    require(constant.offset == begin, "constants follow one another");
    require(described.emulated ? constant.size <= described.reaches[i]
                               : constant.size == described.reaches[i],
            "a constant is as long as its descriptors reach");
    begin += described.reaches[i];
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Reader reader(data, size);
  std::vector<DescribedImage> described;
  std::vector<std::byte> container;
  for (size_t i = 0; i < kImages; ++i) {
    const DescribedImage &image = described.emplace_back(describeImage(reader));
    container = ursa::testing::concatenate(
        std::move(container), ursa::testing::buildImage(image.emulated ? "host+emulated" : "host",
                                                        "k", image.properties, "code"));
  }
  const auto set = ursa::format::ImageSet::fromBytes(std::move(container));
  require(static_cast<bool>(set), "a well-formed container is read");

  std::vector<SpecLayout> layouts;
  for (size_t i = 0; i < kImages; ++i) {
    const ursa::format::DeviceImage &image = (*set)->images()[i];
    require(image.emulated == described[i].emulated, "the target tells how constants are read");
    const Result<SpecLayout> layout = SpecLayout::fromImage(image);
    if (!layout) {
      ursa::fuzz::requireError(layout.error(), UR_RESULT_ERROR_INVALID_BINARY);
      continue;
    }
    ursa::fuzz::requireLayout(*layout);
    requireRule(*layout, described[i]);
    ursa::fuzz::requireValuesApplied(*layout, reader.rest());
    layouts.push_back(*layout);
  }
  if (layouts.size() == kImages) {
    ursa::fuzz::requireAdoption(layouts[0], layouts[1]);
    ursa::fuzz::requireAdoption(layouts[1], layouts[0]);
  }
  return 0;
}
