// Fuzzes the container of device images as bytes: the reader, the image set, the image functions of
// ursa.h, and the layouts of the images that come out. Views must lie inside the input.
#include "format/container.h"
#include "format/image_set.h"

#include "fuzz/layout_invariants.h"
#include "support/container_builder.h"

#include "ursa.h"

#include <functional>

namespace {

using ursa::Result;
using ursa::core::specialization::SpecLayout;
using ursa::fuzz::require;

using Bytes = std::span<const std::byte>;

bool sameBytes(Bytes a, Bytes b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

/// Where the views of an entry begin and end.
struct Extent {
  const std::byte *begin;
  const std::byte *end;
};

Extent extentOf(const ursa::format::ContainerEntry &entry) {
  Extent extent{entry.code.data(), entry.code.data() + entry.code.size()};
  const auto add = [&extent](std::string_view text) {
    const auto *begin = reinterpret_cast<const std::byte *>(text.data());
    require(begin[text.size()] == std::byte{0}, "a string ends with a zero");
    extent.begin = std::min(extent.begin, begin);
    extent.end = std::max(extent.end, begin + text.size() + 1);
  };
  for (const auto &[key, value] : entry.strings) {
    add(key);
    add(value);
  }
  return extent;
}

/// The views lie inside the input, those of an entry behind those of the entry before.
void requireViews(Bytes input, const std::vector<ursa::format::ContainerEntry> &entries) {
  const std::byte *end = input.data();
  for (const ursa::format::ContainerEntry &entry : entries) {
    const Extent extent = extentOf(entry);
    require(extent.begin >= end, "an entry lies behind the one before");
    end = extent.end;
    require(end <= input.data() + input.size(), "an entry lies inside the input");
  }
}

/// Entries that were read, and written by an independent writer, read the same.
void requireRoundTrip(const std::vector<ursa::format::ContainerEntry> &entries) {
  std::vector<std::byte> written;
  for (const ursa::format::ContainerEntry &entry : entries) {
    std::vector<std::pair<std::string, std::string>> strings(entry.strings.begin(),
                                                             entry.strings.end());
    const std::string code(reinterpret_cast<const char *>(entry.code.data()), entry.code.size());
    written =
        ursa::testing::concatenate(std::move(written), ursa::testing::buildObject(strings, code));
  }
  const auto again = ursa::format::readContainer(written);
  require(again && again->size() == entries.size(), "a container can be written and read again");
  for (size_t i = 0; i < entries.size(); ++i)
    require((*again)[i].strings == entries[i].strings &&
                sameBytes((*again)[i].code, entries[i].code),
            "an entry after a round trip");
}

void walkThroughAbi(Bytes input, const ursa::format::ImageSet *expected) {
  ursa_images_handle_t images = nullptr;
  const ur_result_t code = ursaImagesCreate(input.data(), input.size(), &images);
  require((code == UR_RESULT_SUCCESS) == (expected != nullptr), "the ABI reads what core reads");
  if (!expected) {
    require(code == UR_RESULT_ERROR_INVALID_BINARY && !images, "a failed call changes nothing");
    return;
  }
  uint32_t count = 0;
  require(ursaImagesGetCount(images, &count) == UR_RESULT_SUCCESS &&
              count == expected->images().size(),
          "the ABI tells how many images there are");
  for (uint32_t i = 0; i < count; ++i) {
    ursa_image_info_t info = {};
    require(ursaImagesGetInfo(images, i, &info) == UR_RESULT_SUCCESS, "each image is described");
    require(info.target == expected->images()[i].target, "the ABI tells the target");
    ursa_property_t property = {};
    for (uint32_t p = 0; p < info.propertyCount; ++p)
      require(ursaImagesGetProperty(images, i, p, &property) == UR_RESULT_SUCCESS &&
                  expected->images()[i].findProperty(property.set, property.name),
              "each property is handed out");
    require(ursaImagesGetProperty(images, i, info.propertyCount, &property) ==
                UR_RESULT_ERROR_INVALID_VALUE,
            "there is no property after the last");
  }
  require(ursaImagesRelease(images) == UR_RESULT_SUCCESS, "images are released");
}

void checkLayouts(const ursa::format::ImageSet &set) {
  constexpr size_t kMaxLayouts = 6; // pairs are compared
  std::vector<SpecLayout> layouts;
  for (const ursa::format::DeviceImage &image : set.images()) {
    const Result<SpecLayout> layout = SpecLayout::fromImage(image);
    if (!layout) {
      ursa::fuzz::requireError(layout.error(), UR_RESULT_ERROR_INVALID_BINARY);
      continue;
    }
    ursa::fuzz::requireLayout(*layout);
    ursa::fuzz::requireValuesApplied(*layout, image.code);
    if (layouts.size() < kMaxLayouts)
      layouts.push_back(*layout);
  }
  for (const SpecLayout &a : layouts)
    for (const SpecLayout &b : layouts)
      ursa::fuzz::requireAdoption(a, b);
}

void checkImages(const ursa::format::ImageSet &set,
                 const std::vector<ursa::format::ContainerEntry> &entries) {
  require(set.images().size() == entries.size(), "an image for each entry");
  for (size_t i = 0; i < entries.size(); ++i) {
    const ursa::format::DeviceImage &image = set.images()[i];
    require(sameBytes(image.code, entries[i].code), "an image has the code of its entry");
    require(!image.baseTarget.empty(), "an image has a target");
    require(image.target == image.baseTarget + (image.emulated ? "+emulated" : ""),
            "the target without the suffix is the base target");
    require(std::all_of(image.kernels.begin(), image.kernels.end(),
                        std::bind_front(&ursa::format::DeviceImage::hasKernel, &image)),
            "an image has its kernels");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::vector<std::byte> input(reinterpret_cast<const std::byte *>(data),
                                     reinterpret_cast<const std::byte *>(data) + size);
  const auto entries = ursa::format::readContainer(input);
  const auto set = ursa::format::ImageSet::fromBytes(input);
  if (size > 0)
    walkThroughAbi(input, set ? set->get() : nullptr);
  if (!entries) {
    ursa::fuzz::requireError(entries.error(), UR_RESULT_ERROR_INVALID_BINARY);
    require(!set, "no images in what is no container");
    return 0;
  }
  requireViews(input, *entries);
  requireRoundTrip(*entries);
  if (!set) {
    ursa::fuzz::requireError(set.error(), UR_RESULT_ERROR_INVALID_BINARY);
    return 0;
  }
  checkImages(**set, *entries);
  checkLayouts(**set);
  return 0;
}
