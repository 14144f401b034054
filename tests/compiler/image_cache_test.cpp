// The directory of compiled images: only intact entries are found.
#include "compiler/frontend/image_cache.h"

#include "llvm/Support/FileSystem.h"

#include <fstream>
#include <gmock/gmock.h>

using namespace ursa;

namespace {

class ImageCacheTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<64> path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("image-cache", path));
    folder_ = std::string(path);
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder_); }

  ImageCache open() { return llvm::cantFail(ImageCache::open(folder_)); }

  std::string folder_;
};

} // namespace

TEST_F(ImageCacheTest, LoadsStoredEntries) {
  const std::string key = ImageCache::key({"a", "b"});
  const std::string contents("image\0bytes", 11);
  EXPECT_FALSE(open().load(key));
  open().store(key, contents);
  EXPECT_EQ(open().load(key), contents);
  open().store(key, "");
  EXPECT_EQ(open().load(key), "");
}

TEST_F(ImageCacheTest, KeysSeparateParts) {
  EXPECT_NE(ImageCache::key({"ab", "c"}), ImageCache::key({"a", "bc"}));
  EXPECT_NE(ImageCache::key({"a"}), ImageCache::key({"a", ""}));
}

TEST_F(ImageCacheTest, IgnoresDamagedEntries) {
  const std::string key = ImageCache::key({"a"});
  open().store(key, "some contents");
  const std::string path = folder_ + "/llvmcache-" + key;
  std::string bytes;
  {
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 1;
    std::ofstream(path, std::ios::binary) << damaged;
    EXPECT_FALSE(open().load(key)) << "byte " << i;
    std::ofstream(path, std::ios::binary) << bytes.substr(0, i);
    EXPECT_FALSE(open().load(key)) << "cut at " << i;
  }
}

TEST_F(ImageCacheTest, FailsForAnUnusableDirectory) {
  std::ofstream(folder_ + "/file") << "x";
  auto cache = ImageCache::open(folder_ + "/file");
  ASSERT_FALSE(cache);
  EXPECT_THAT(llvm::toString(cache.takeError()), testing::HasSubstr("/file' cannot be used: "));
}
