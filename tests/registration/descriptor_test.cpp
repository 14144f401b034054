// The descriptor's forms, and what is wrong with broken ones.
#include "core/registration/descriptor.h"
#include "format/image_set.h"

#include <gmock/gmock.h>

#include <cstring>

namespace ursa::registration {
namespace {

using core::registration::Image;
using testing::ElementsAre;
using testing::HasSubstr;

struct OldEntry {
  const void *address = nullptr;
  const char *name;
  uint64_t size = 0;
  uint32_t flags = 0, reserved = 0;
};

struct NewEntry {
  uint64_t reserved = 0;
  uint16_t version = 1, kind = 8;
  uint32_t flags = 0;
  const void *address = nullptr;
  const char *name;
  uint64_t size = 0, data = 0;
  const void *other = nullptr;
};

struct StoredProperty {
  const char *name;
  const void *value;
  uint32_t type;
  uint64_t size;
};

struct StoredSet {
  const char *name;
  const StoredProperty *begin, *end;
};

struct ManifestImage {
  uint16_t version = 2;
  uint8_t kind = 4, format = 1;
  const char *target = "somewhere", *compileOptions = "", *linkOptions = "";
  const char *manifestBegin = nullptr, *manifestEnd = nullptr;
  const char *begin = nullptr, *end = nullptr;
  const void *entriesBegin = nullptr, *entriesEnd = nullptr;
  const StoredSet *setsBegin = nullptr, *setsEnd = nullptr;
};

struct NewImage {
  uint16_t version = 3;
  uint8_t kind = 4, format = 1;
  const char *target = "somewhere", *compileOptions = nullptr, *linkOptions = nullptr;
  const char *begin = nullptr, *end = nullptr;
  const void *entriesBegin = nullptr, *entriesEnd = nullptr;
  const StoredSet *setsBegin = nullptr, *setsEnd = nullptr;
};

struct Descriptor {
  uint16_t version = 1, count = 1;
  const void *images = nullptr;
  const void *hostBegin = nullptr, *hostEnd = nullptr;
};

constexpr char kCode[] = "code";

std::vector<Image> read(const Descriptor &descriptor) {
  std::vector<Image> images;
  std::string problem;
  EXPECT_TRUE(core::registration::readDescriptor(&descriptor, images, problem)) << problem;
  return images;
}

std::string problemOf(const void *descriptor) {
  std::vector<Image> images;
  std::string problem;
  EXPECT_FALSE(core::registration::readDescriptor(descriptor, images, problem));
  EXPECT_TRUE(images.empty());
  return problem;
}

std::string problemOf(const ManifestImage &image) {
  const Descriptor descriptor{1, 1, &image};
  return problemOf(static_cast<const void *>(&descriptor));
}

std::string withLength(const std::string &bytes) {
  const uint64_t bits = 8 * bytes.size();
  return std::string(reinterpret_cast<const char *>(&bits), sizeof(bits)) + bytes;
}

std::shared_ptr<const format::ImageSet> contained(const std::vector<Image> &images) {
  std::string container, problem;
  EXPECT_TRUE(core::registration::writeContainer(images, container, problem)) << problem;
  const auto *begin = reinterpret_cast<const std::byte *>(container.data());
  auto set = format::ImageSet::fromBytes({begin, begin + container.size()});
  EXPECT_TRUE(set) << set.error().message;
  return set ? *set : nullptr;
}

TEST(Descriptor, OfEachVersion) {
  const OldEntry old[] = {{nullptr, "a"}, {nullptr, "b"}};
  NewEntry entries[2];
  entries[0].name = "c";
  entries[1].name = "d";
  ManifestImage first[2];
  first[0].version = 1;
  first[0].manifestBegin = kCode;
  first[0].manifestEnd = kCode + 1;
  for (ManifestImage &image : first) {
    image.begin = kCode;
    image.end = kCode + 4;
    image.entriesBegin = old;
    image.entriesEnd = old + 2;
  }
  NewImage second;
  second.target = "spir64";
  second.begin = kCode;
  second.end = kCode + 4;
  second.entriesBegin = entries;
  second.entriesEnd = entries + 2;

  const std::vector<Image> oldImages = read({1, 2, first});
  ASSERT_EQ(oldImages.size(), 2u);
  EXPECT_THAT(oldImages[1].entries, ElementsAre("a", "b"));
  const auto set = contained(read({1, 1, &second}));
  ASSERT_TRUE(set);
  ASSERT_EQ(set->images().size(), 1u);
  EXPECT_EQ(set->images()[0].target, "spirv64");
  EXPECT_THAT(set->images()[0].kernels, ElementsAre("c", "d"));
  EXPECT_EQ(set->images()[0].code.size(), 4u);
}

TEST(Descriptor, PropertiesOfEachType) {
  const std::string bytes = withLength("\1\2\3");
  const StoredProperty properties[] = {{"number", nullptr, 1, 7},
                                       {"bytes", bytes.data(), 2, bytes.size()},
                                       {"text", "hello", 3, 5},
                                       {"none", nullptr, 2, 0}};
  const StoredSet sets[] = {{"some set", properties, properties + 4}, {"empty", nullptr, nullptr}};
  ManifestImage image;
  image.setsBegin = sets;
  image.setsEnd = sets + 2;
  const auto set = contained(read({1, 1, &image}));
  ASSERT_TRUE(set);
  const ursa::format::DeviceImage &read = set->images().front();
  ASSERT_EQ(read.properties.size(), 1u);
  EXPECT_EQ(read.findProperty("some set", "number")->number(), 7u);
  EXPECT_EQ(read.findProperty("some set", "bytes")->value.size(), 3u);
  EXPECT_EQ(std::memcmp(read.findProperty("some set", "text")->value.data(), "hello", 5), 0);
  EXPECT_TRUE(read.findProperty("some set", "none")->value.empty());
}

TEST(Descriptor, ConstantsOfCodeThatIsNoSpirvAreEmulated) {
  const std::string bytes = withLength(std::string(12, '\0'));
  const StoredProperty property = {"x", bytes.data(), 2, bytes.size()};
  const StoredSet constants = {"SYCL/specialization constants", &property, &property + 1};
  const std::pair<const char *, const char *> names[] = {
      {"spir64", "spirv64"},
      {"nvptx64", "nvptx64+emulated"},
      {"host-x86_64", "host-x86_64"},
      {"host-x86_64-aot-v3", "host-x86_64-aot-v3+emulated"},
      {"host-x86_64+emulated", "host-x86_64+emulated"}};
  for (const auto &[given, expected] : names) {
    ManifestImage image;
    image.target = given;
    image.setsBegin = &constants;
    image.setsEnd = &constants + 1;
    const auto set = contained(read({1, 1, &image}));
    ASSERT_TRUE(set);
    EXPECT_EQ(set->images().front().target, expected);
  }
}

TEST(Descriptor, WithoutImagesIsEmpty) { EXPECT_TRUE(read({1, 0, nullptr}).empty()); }

TEST(Descriptor, ThatIsBrokenIsRefused) {
  EXPECT_EQ(problemOf(static_cast<const void *>(nullptr)), "The descriptor is a null pointer.");
  const Descriptor newer{2, 0, nullptr}, lost{1, 3, nullptr};
  EXPECT_EQ(problemOf(static_cast<const void *>(&newer)),
            "The descriptor has version 2; 1 is known.");
  EXPECT_EQ(problemOf(static_cast<const void *>(&lost)),
            "The descriptor has 3 images at a null pointer.");
}

TEST(Descriptor, ImagesThatAreBrokenAreRefused) {
  ManifestImage image;
  image.version = 4;
  EXPECT_EQ(problemOf(image), "An image has version 4; 1 to 3 are known.");
  image = {};
  image.kind = 1;
  EXPECT_EQ(problemOf(image), "An image is of kind 1; 4, SYCL, was expected.");
  image = {};
  image.target = nullptr;
  EXPECT_EQ(problemOf(image), "The target of an image is a null pointer.");
  image = {};
  image.begin = kCode + 4;
  image.end = kCode;
  EXPECT_THAT(problemOf(image), HasSubstr("The bytes of an image"));
  image = {};
  image.end = kCode;
  EXPECT_THAT(problemOf(image), HasSubstr("The bytes of an image"));
  image = {};
  image.entriesBegin = kCode;
  image.entriesEnd = kCode + 3;
  EXPECT_THAT(problemOf(image), HasSubstr("The entries of an image"));
}

TEST(Descriptor, PartsThatAreBrokenAreRefused) {
  const OldEntry nameless{nullptr, nullptr};
  ManifestImage image;
  image.entriesBegin = &nameless;
  image.entriesEnd = &nameless + 1;
  EXPECT_EQ(problemOf(image), "The name of an entry is a null pointer.");

  StoredProperty property = {"p", nullptr, 2, 12};
  StoredSet set = {"s", &property, &property + 1};
  image = {};
  image.setsBegin = &set;
  image.setsEnd = &set + 1;
  EXPECT_EQ(problemOf(image), "Property 'p' of set 's' has 12 bytes at a null pointer.");
  property.type = 9;
  EXPECT_EQ(problemOf(image), "Property 'p' of set 's' has type 9; 1, 2 and 3 are known.");
  property.name = nullptr;
  EXPECT_EQ(problemOf(image), "The name of a property is a null pointer.");
  set.name = nullptr;
  EXPECT_EQ(problemOf(image), "The name of a property set is a null pointer.");
}

TEST(Descriptor, NamesThatCannotBeWrittenAreRefused) {
  Image image;
  image.target = "somewhere";
  std::string container, problem;
  image.sets = {{"s", {{"a=b", uint32_t{1}}}}};
  EXPECT_FALSE(core::registration::writeContainer({image}, container, problem));
  EXPECT_THAT(problem, HasSubstr("'a=b'"));
  image.sets.clear();
  image.entries = {"two\nlines"};
  EXPECT_FALSE(core::registration::writeContainer({image}, container, problem));
  EXPECT_THAT(problem, HasSubstr("line break"));
  EXPECT_TRUE(container.empty());
}

} // namespace
} // namespace ursa::registration
