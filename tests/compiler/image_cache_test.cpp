// The directory of compiled images: only intact entries are found.
#include "compiler/frontend/image_cache.h"
#include "support/code_identity.h"

#include "llvm/Support/FileSystem.h"

#include <fstream>
#include <gmock/gmock.h>

#include <sys/stat.h>
#include <unistd.h>

using ursa::programIdentity;
using ursa::compiler::frontend::compilerFingerprint;
using ursa::compiler::frontend::ImageCache;

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

TEST_F(ImageCacheTest, IgnoresEntriesThatOthersMayWriteTo) {
  const std::string key = ImageCache::key({"a"});
  const std::string path = folder_ + "/llvmcache-" + key;
  const mode_t before = umask(0);
  open().store(key, "contents");
  umask(before);
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  for (const mode_t mode : {0666, 0660, 0602}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    EXPECT_FALSE(open().load(key)) << mode;
  }
  open().store(key, "contents");
  EXPECT_EQ(open().load(key), "contents") << "it is replaced";
  ASSERT_EQ(rename(path.c_str(), (folder_ + "/elsewhere").c_str()), 0);
  ASSERT_EQ(symlink("elsewhere", path.c_str()), 0);
  EXPECT_FALSE(open().load(key));
  ASSERT_EQ(remove(path.c_str()), 0);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(open().load(key));
}

TEST_F(ImageCacheTest, DoesNotUseAFolderThatOthersMayWriteTo) {
  const mode_t before = umask(0);
  const ImageCache made = llvm::cantFail(ImageCache::open(folder_ + "/made"));
  umask(before);
  EXPECT_EQ(made.refusal(), "") << "it is made for this user alone";
  const std::string key = ImageCache::key({"a"});
  open().store(key, "contents");
  ASSERT_EQ(chmod(folder_.c_str(), 0770), 0);
  const ImageCache cache = open();
  EXPECT_EQ(cache.refusal(), "The image cache '" + folder_ +
                                 "' is not used: others may write to it (mode 770); make it "
                                 "private with 'chmod 700'.");
  EXPECT_FALSE(cache.load(key));
  cache.store(ImageCache::key({"b"}), "contents");
  ASSERT_EQ(chmod(folder_.c_str(), 0700), 0);
  EXPECT_FALSE(open().load(ImageCache::key({"b"})));
  EXPECT_EQ(open().load(key), "contents");
}

TEST(CompilerFingerprint, ChangesWithTheLibraryOfBuiltIns) {
  const std::string first = compilerFingerprint("/etc/hostname");
  EXPECT_EQ(compilerFingerprint("/etc/hostname"), first);
  EXPECT_NE(compilerFingerprint("/proc/self/exe"), first);
  EXPECT_THAT(first, testing::HasSubstr(programIdentity("/proc/self/exe", true)));
}

TEST_F(ImageCacheTest, FailsForAnUnusableDirectory) {
  std::ofstream(folder_ + "/file") << "x";
  auto cache = ImageCache::open(folder_ + "/file");
  ASSERT_FALSE(cache);
  EXPECT_THAT(llvm::toString(cache.takeError()), testing::HasSubstr("/file' cannot be used: "));
}
