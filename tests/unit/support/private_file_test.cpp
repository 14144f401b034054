// Files that are believed only if nobody else can have written them.
#include "support/private_file.h"

#include <gmock/gmock.h>

#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

namespace ursa {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr uid_t kNobody = 65534;

class PrivateFileTest : public testing::Test {
protected:
  PrivateFileTest() {
    std::string name = (fs::temp_directory_path() / "ursa-private-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    file_ = folder_ / "file";
    std::ofstream(file_) << "text";
    fs::permissions(file_, fs::perms(0644));
  }
  ~PrivateFileTest() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  fs::path folder_, file_;
};

TEST_F(PrivateFileTest, IsRead) {
  const PrivateFile file(file_);
  ASSERT_TRUE(file);
  const auto bytes = file.read(4);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(std::string(reinterpret_cast<const char *>(bytes->data()), bytes->size()), "text");
  EXPECT_FALSE(file.read(3)) << "it is longer";
}

TEST_F(PrivateFileTest, IsNoneThatOthersMayWriteTo) {
  for (const unsigned mode : {0666U, 0664U, 0620U, 0602U}) {
    fs::permissions(file_, fs::perms(mode));
    EXPECT_FALSE(PrivateFile(file_)) << mode;
    EXPECT_FALSE(PrivateFile(file_).read(100)) << mode;
  }
  for (const unsigned mode : {0600U, 0400U, 0644U}) {
    fs::permissions(file_, fs::perms(mode));
    EXPECT_TRUE(PrivateFile(file_)) << mode;
  }
}

TEST_F(PrivateFileTest, IsNoneOfAnotherUser) {
  if (geteuid() != 0)
    GTEST_SKIP() << "Only root can make a file of another user.";
  ASSERT_EQ(chown(file_.c_str(), kNobody, kNobody), 0);
  EXPECT_FALSE(PrivateFile(file_));
  ASSERT_EQ(chown(folder_.c_str(), kNobody, kNobody), 0);
  EXPECT_THAT(whyNotPrivate(folder_), HasSubstr("it belongs to user 65534"));
}

TEST_F(PrivateFileTest, IsARegularFile) {
  fs::create_symlink("file", folder_ / "link");
  EXPECT_FALSE(PrivateFile(folder_ / "link"));
  ASSERT_EQ(mkfifo((folder_ / "fifo").c_str(), 0600), 0);
  EXPECT_FALSE(PrivateFile(folder_ / "fifo")) << "and nobody waits for a writer";
  EXPECT_FALSE(PrivateFile(folder_));
  EXPECT_FALSE(PrivateFile(folder_ / "none"));
  EXPECT_FALSE(PrivateFile("/dev/null"));
}

TEST_F(PrivateFileTest, Folders) {
  EXPECT_EQ(whyNotPrivate(folder_), "");
  EXPECT_EQ(whyNotPrivate(folder_ / "none"), "");
  EXPECT_EQ(whyNotPrivate(file_), "it is no folder");
  fs::permissions(folder_, fs::perms(0770));
  EXPECT_EQ(whyNotPrivate(folder_),
            "others may write to it (mode 770); make it private with 'chmod 700'");
  const mode_t before = umask(0);
  EXPECT_TRUE(makePrivateFolder(folder_ / "one" / "two"));
  umask(before);
  EXPECT_EQ(whyNotPrivate(folder_ / "one" / "two"), "");
  EXPECT_TRUE(makePrivateFolder(folder_ / "one" / "two")) << "it exists";
  EXPECT_FALSE(makePrivateFolder(file_ / "two"));
}

} // namespace
} // namespace ursa
