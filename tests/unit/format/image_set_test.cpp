#include "core/image/libraries.h"
#include "format/image_set.h"

#include "support/container_builder.h"

#include "ursa.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace ursa {
namespace {

using testing::buildImage;
using testing::buildObject;
using testing::concatenate;

std::string lastSentence() {
  const char *message = nullptr;
  EXPECT_EQ(ursaGetLastError(&message), UR_RESULT_SUCCESS);
  return message;
}

TEST(ImageSet, ReportsTargetsAndKernels) {
  const auto set = format::ImageSet::fromBytes(
      concatenate(buildImage("host-x86_64", "a\nb", "", "native"),
                  buildImage("host-x86_64+emulated", "a\nb", "", "emulated")));
  ASSERT_TRUE(set) << set.error().message;
  const auto &images = (*set)->images();
  ASSERT_EQ(images.size(), 2u);
  EXPECT_FALSE(images[0].emulated);
  EXPECT_TRUE(images[1].emulated);
  EXPECT_EQ(images[1].baseTarget, "host-x86_64");
  EXPECT_TRUE(images[0].hasKernel("b"));
  EXPECT_FALSE(images[0].hasKernel("a\nb"));
  EXPECT_NE(images[0].codeHash, images[1].codeHash);
}

TEST(ImageSet, RefusesAnImageWithoutTarget) {
  const auto set = format::ImageSet::fromBytes(buildObject({{"symbols", "a"}}, "code"));
  ASSERT_FALSE(set);
  EXPECT_NE(set.error().message.find("ursa-target"), std::string::npos);
}

TEST(ImageSet, SaysWhichImageHasBadProperties) {
  const auto set = format::ImageSet::fromBytes(
      concatenate(buildImage("host-x86_64", "a", "", "code"),
                  buildImage("host-x86_64", "a", "[s]\nnonsense\n", "code")));
  ASSERT_FALSE(set);
  EXPECT_NE(set.error().message.find("Line 2"), std::string::npos) << set.error().message;
  EXPECT_NE(set.error().message.find("device image 1"), std::string::npos) << set.error().message;
}

TEST(ImageSet, RefusesADamagedImage) {
  const auto bytes = buildObject(
      {{"ursa-target", "t"}, {"symbols", ""}, {"properties", ""}, {"xxh3", "0123456789abcdef"}},
      "code");
  const auto set = format::ImageSet::fromBytes(bytes);
  ASSERT_FALSE(set);
  EXPECT_NE(set.error().message.find("damaged"), std::string::npos) << set.error().message;
  EXPECT_NE(set.error().message.find("0123456789abcdef was expected"), std::string::npos);
}

TEST(UrsaImages, MissingFileIsNamed) {
  ursa_images_handle_t images = nullptr;
  EXPECT_EQ(ursaImagesLoad("/nowhere/at/all.ursa", &images), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(images, nullptr);
  EXPECT_NE(lastSentence().find("'/nowhere/at/all.ursa'"), std::string::npos);
}

TEST(UrsaImages, FolderIsNoFile) {
  ursa_images_handle_t images = nullptr;
  EXPECT_EQ(ursaImagesLoad("/", &images), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_NE(lastSentence().find("not a regular file"), std::string::npos);
}

TEST(UrsaImages, LoadsAFileAndDescribesIt) {
  const std::filesystem::path path =
      std::filesystem::path(::testing::TempDir()) / "image_set_test.ursa";
  const auto bytes = buildImage("host-x86_64", "k", testing::nativeProperties(), "some code");
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));

  ursa_images_handle_t images = nullptr;
  ASSERT_EQ(ursaImagesLoad(path.c_str(), &images), UR_RESULT_SUCCESS) << lastSentence();
  std::filesystem::remove(path);
  uint32_t count = 0;
  EXPECT_EQ(ursaImagesGetCount(images, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 1u);
  ursa_image_info_t info = {};
  ASSERT_EQ(ursaImagesGetInfo(images, 0, &info), UR_RESULT_SUCCESS);
  EXPECT_STREQ(info.target, "host-x86_64");
  EXPECT_EQ(std::string_view(static_cast<const char *>(info.code), info.codeSize), "some code");
  EXPECT_EQ(info.propertyCount, 3u);
  ursa_property_t property = {};
  ASSERT_EQ(ursaImagesGetProperty(images, 0, 1, &property), UR_RESULT_SUCCESS);
  EXPECT_STREQ(property.set, "SYCL/specialization constants");
  EXPECT_STREQ(property.name, "pair");
  EXPECT_EQ(property.size, 24u);
  EXPECT_EQ(ursaImagesGetProperty(images, 0, 3, &property), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(ursaImagesGetInfo(images, 1, &info), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_NE(lastSentence().find("There is no image 1"), std::string::npos);
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
}

TEST(UrsaImages, NullParametersAreNamed) {
  ursa_images_handle_t images = nullptr;
  EXPECT_EQ(ursaImagesLoad(nullptr, &images), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(ursaImagesLoad("x", nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(ursaImagesCreate(nullptr, 3, &images), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(ursaImagesRelease(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(ursaImagesGetCount(nullptr, nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(ursaGetLastError(nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST(UrsaImages, RegistryRetainsImages) {
  const auto bytes = buildImage("host-x86_64", "k", "", "code");
  ursa_images_handle_t images = nullptr;
  ASSERT_EQ(ursaImagesCreate(bytes.data(), bytes.size(), &images), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaImagesUnregister(images), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(ursaImagesRegister(images), UR_RESULT_SUCCESS);
  EXPECT_EQ(core::image::registeredImages().size(), 1u);
  EXPECT_EQ(ursaImagesUnregister(images), UR_RESULT_SUCCESS);
  EXPECT_TRUE(core::image::registeredImages().empty());
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
}

} // namespace
} // namespace ursa
