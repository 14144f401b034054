#include "core/image/libraries.h"

#include "support/container_builder.h"

#include "ursa.h"

#include <gtest/gtest.h>

#include <cstring>
#include <dlfcn.h>
#include <memory>

namespace ursa {
namespace {

using core::image::imagesOf;
using core::image::kNoLibrary;
using core::image::libraryAt;
using testing::buildImage;

int inProgram = 0; // an address of the program

const void *inLibrary() { return dlsym(RTLD_DEFAULT, "strlen"); }

/// Images that are registered while this exists.
class Registered {
public:
  Registered(const char *kernels, const void *address)
      : set_(*format::ImageSet::fromBytes(buildImage("host-x86_64", kernels, "", kernels))) {
    core::image::registerImages(set_, address);
  }
  ~Registered() { EXPECT_TRUE(core::image::unregisterImages(set_)); }
  Registered(const Registered &) = delete;
  Registered &operator=(const Registered &) = delete;

private:
  std::shared_ptr<const format::ImageSet> set_;
};

TEST(Libraries, HaveTheImagesThatWereRegisteredForThem) {
  const auto onHeap = std::make_unique<int>();
  EXPECT_EQ(libraryAt(&inProgram, ""), kNoLibrary);
  EXPECT_FALSE(imagesOf(kNoLibrary));
  const Registered ofProgram("a\nb", &inProgram);
  const Registered ofLibrary("b\nc", inLibrary());
  const Registered ofNone("d", nullptr);
  const Registered ofHeap("e", onHeap.get());

  const uint64_t program = libraryAt(&inProgram, "");
  const uint64_t library = libraryAt(inLibrary(), "");
  EXPECT_NE(program, kNoLibrary);
  EXPECT_NE(library, kNoLibrary);
  EXPECT_NE(program, library);
  EXPECT_EQ(libraryAt(onHeap.get(), ""), kNoLibrary);
  EXPECT_EQ(core::image::librariesWithImages(),
            (std::vector<uint64_t>{program, library, kNoLibrary}));
  EXPECT_EQ(core::image::registeredImages().size(), 4u);

  EXPECT_EQ(libraryAt(&inProgram, "b"), program);
  EXPECT_EQ(libraryAt(inLibrary(), "b"), library);
  EXPECT_EQ(libraryAt(&inProgram, "c"), kNoLibrary);

  EXPECT_TRUE((*imagesOf(program))->images().front().hasKernel("a"));
  EXPECT_EQ((*imagesOf(library))->images().size(), 1u);
  EXPECT_EQ((*imagesOf(kNoLibrary))->images().size(), 2u);
  EXPECT_FALSE(imagesOf(12345));
}

TEST(Libraries, JoinTheirImages) {
  const Registered first("a", &inProgram);
  const Registered second("b", &inProgram);
  const auto images = imagesOf(libraryAt(&inProgram, "b"));
  ASSERT_TRUE(images);
  ASSERT_EQ((*images)->images().size(), 2u);
  EXPECT_TRUE((*images)->images()[1].hasKernel("b"));
  EXPECT_EQ(std::memcmp((*images)->images()[1].code.data(), "b", 1), 0);
}

TEST(Libraries, KeepTheirNumbersWithoutImages) {
  uint64_t number = kNoLibrary;
  {
    const Registered images("a", inLibrary());
    number = libraryAt(inLibrary(), "a");
  }
  EXPECT_NE(number, kNoLibrary);
  EXPECT_EQ(libraryAt(inLibrary(), "a"), number);
  EXPECT_FALSE(imagesOf(number));
  const Registered again("a", inLibrary());
  EXPECT_EQ(libraryAt(inLibrary(), "a"), number);
}

TEST(Libraries, ChangesAreCounted) {
  const uint64_t *changes = nullptr;
  ASSERT_EQ(ursaLibraryGetChanges(&changes), UR_RESULT_SUCCESS);
  const uint64_t before = *changes;
  { const Registered images("a", &inProgram); }
  EXPECT_EQ(*changes, before + 2);
}

TEST(Libraries, OfTheCAbi) {
  const auto bytes = buildImage("host-x86_64", "k", "", "code");
  ursa_images_handle_t images = nullptr;
  ASSERT_EQ(ursaImagesCreate(bytes.data(), bytes.size(), &images), UR_RESULT_SUCCESS);
  ASSERT_EQ(ursaImagesRegisterFor(images, &inProgram), UR_RESULT_SUCCESS);
  uint64_t found = 0, listed = 0;
  uint32_t count = 0;
  EXPECT_EQ(ursaLibraryFind(&inProgram, "k", &found), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaLibraryGetAll(1, &listed, &count), UR_RESULT_SUCCESS);
  EXPECT_NE(found, 0u);
  EXPECT_EQ(found, listed);
  EXPECT_EQ(count, 1u);
  ursa_images_handle_t ofLibrary = nullptr;
  ASSERT_EQ(ursaLibraryGetImages(found, &ofLibrary), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaImagesUnregister(images), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaImagesRelease(images), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaImagesGetCount(ofLibrary, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(ursaImagesRelease(ofLibrary), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaLibraryGetImages(found, &ofLibrary), UR_RESULT_ERROR_INVALID_VALUE);
}

} // namespace
} // namespace ursa
