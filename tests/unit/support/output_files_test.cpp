// OutputFileSet with destinations of every kind.
#include "support/output_files.h"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <future>
#include <iterator>

namespace ursa {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class OutputFileSetTest : public testing::Test {
protected:
  OutputFileSetTest() {
    std::string name = (fs::temp_directory_path() / "ursa-output-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~OutputFileSetTest() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  static std::span<const std::byte> bytesOf(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
  }
  static void replace(const fs::path &path, std::string_view text) {
    OutputFileSet files;
    const Result<void> added = files.add(path, bytesOf(text));
    ASSERT_TRUE(added) << added.error().message;
    const Result<void> committed = files.commit();
    ASSERT_TRUE(committed) << committed.error().message;
  }
  void write(const fs::path &path, std::string_view text) const { std::ofstream(path) << text; }
  static std::string read(const fs::path &path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static struct stat statusOf(const fs::path &path) {
    struct stat status {};
    EXPECT_EQ(lstat(path.c_str(), &status), 0);
    return status;
  }
  size_t entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }

  fs::path folder_;
};

TEST_F(OutputFileSetTest, ANewFileAppearsWithCommit) {
  const fs::path path = folder_ / "new";
  OutputFileSet files;
  ASSERT_TRUE(files.add(path, bytesOf("text")));
  EXPECT_FALSE(fs::exists(path));
  ASSERT_TRUE(files.commit());
  EXPECT_EQ(read(path), "text");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(OutputFileSetTest, ANewFileHasTheModeOfTheUmask) {
  const mode_t before = umask(027);
  replace(folder_ / "new", "text");
  umask(before);
  EXPECT_EQ(statusOf(folder_ / "new").st_mode & 07777, 0640u);
}

TEST_F(OutputFileSetTest, WhatIsNotCommittedIsRemoved) {
  write(folder_ / "old", "before");
  {
    OutputFileSet files;
    ASSERT_TRUE(files.add(folder_ / "new", bytesOf("text")));
    ASSERT_TRUE(files.add(folder_ / "old", bytesOf("text")));
    ASSERT_TRUE(files.reserve(folder_ / "reserved"));
  }
  EXPECT_EQ(entries(), 1u);
  EXPECT_EQ(read(folder_ / "old"), "before");
}

TEST_F(OutputFileSetTest, AReplacedFileKeepsItsMode) {
  const fs::path path = folder_ / "script";
  write(path, "before");
  ASSERT_EQ(chmod(path.c_str(), 0751), 0);
  replace(path, "after");
  EXPECT_EQ(read(path), "after");
  EXPECT_EQ(statusOf(path).st_mode & 07777, 0751u);
}

TEST_F(OutputFileSetTest, SymbolicLinksAreFollowed) {
  fs::create_directory(folder_ / "elsewhere");
  const fs::path target = folder_ / "elsewhere" / "target";
  write(target, "before");
  fs::create_symlink("elsewhere/target", folder_ / "second");
  fs::create_symlink("second", folder_ / "first");
  replace(folder_ / "first", "after");
  EXPECT_TRUE(fs::is_symlink(folder_ / "first"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "second"));
  EXPECT_EQ(read(target), "after");
}

TEST_F(OutputFileSetTest, ALinkToNoFileMakesTheFile) {
  fs::create_symlink("target", folder_ / "link");
  replace(folder_ / "link", "text");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read(folder_ / "target"), "text");
}

TEST_F(OutputFileSetTest, ACycleOfLinksIsRefused) {
  fs::create_symlink("b", folder_ / "a");
  fs::create_symlink("a", folder_ / "b");
  OutputFileSet files;
  const Result<void> added = files.add(folder_ / "a", bytesOf("text"));
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("symbolic links"));
}

TEST_F(OutputFileSetTest, HardLinksStayOneFile) {
  write(folder_ / "one", "before");
  fs::create_hard_link(folder_ / "one", folder_ / "two");
  replace(folder_ / "one", "after");
  EXPECT_EQ(read(folder_ / "two"), "after");
  EXPECT_EQ(statusOf(folder_ / "one").st_nlink, 2u);
}

TEST_F(OutputFileSetTest, ADeviceIsWrittenInPlace) {
  replace("/dev/null", "text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_FALSE(fs::exists(folder_ / "null"));
}

TEST_F(OutputFileSetTest, AFullDeviceFailsAndLeavesTheOtherFilesAlone) {
  write(folder_ / "old", "before");
  OutputFileSet files;
  ASSERT_TRUE(files.add(folder_ / "old", bytesOf("after")));
  ASSERT_TRUE(files.add("/dev/full", bytesOf("text")));
  const Result<void> committed = files.commit();
  ASSERT_FALSE(committed);
  EXPECT_THAT(committed.error().message, HasSubstr("'/dev/full' cannot be written: No space left"));
  EXPECT_EQ(read(folder_ / "old"), "before");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(OutputFileSetTest, AFifoIsWrittenInPlace) {
  const fs::path path = folder_ / "fifo";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  auto reader = std::async(std::launch::async, [&] { return read(path); });
  replace(path, "text");
  EXPECT_EQ(reader.get(), "text");
  EXPECT_TRUE(S_ISFIFO(statusOf(path).st_mode));
}

TEST_F(OutputFileSetTest, StandardOutputIsWrittenWhereItIs) {
  const fs::path path = folder_ / "redirected";
  EXPECT_EXIT(
      {
        const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
        dup2(file, STDOUT_FILENO);
        ssize_t written = ::write(STDOUT_FILENO, "1", 1);
        replace("/dev/stdout", "2");
        replace(path, "3");
        replace("-", "4");
        written += ::write(STDOUT_FILENO, "5", 1);
        std::_Exit(written == 2 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_EQ(read(path), "12345");
}

TEST_F(OutputFileSetTest, AFileIsNotWrittenTwice) {
  OutputFileSet files;
  ASSERT_TRUE(files.add(folder_ / "a", bytesOf("1")));
  fs::create_symlink("a", folder_ / "b");
  EXPECT_FALSE(files.add(folder_ / "a", bytesOf("2")));
  EXPECT_FALSE(files.add(folder_ / "b", bytesOf("2")));
}

TEST_F(OutputFileSetTest, OneFileHasManyNames) {
  write(folder_ / "old", "before");
  fs::create_hard_link(folder_ / "old", folder_ / "hard");
  fs::create_directory(folder_ / "sub");
  OutputFileSet files;
  ASSERT_TRUE(files.add(folder_ / "new", bytesOf("1")));
  EXPECT_FALSE(files.add(folder_ / "sub" / ".." / "new", bytesOf("2")));
  ASSERT_TRUE(files.add(folder_ / "old", bytesOf("1")));
  EXPECT_FALSE(files.add(folder_ / "hard", bytesOf("2")));
  ASSERT_TRUE(files.add("/dev/null", bytesOf("1")));
  EXPECT_TRUE(files.add("/dev/null", bytesOf("2")));
}

TEST_F(OutputFileSetTest, AnInputIsNoOutput) {
  write(folder_ / "input", "before");
  fs::create_symlink("input", folder_ / "link");
  fs::create_hard_link(folder_ / "input", folder_ / "hard");
  OutputFileSet files;
  files.addInput(folder_ / "link");
  files.addInput("/dev/null");
  files.addInput(folder_ / "none");
  for (const char *name : {"input", "link", "hard", "./input"}) {
    const Result<void> added = files.add(folder_ / name, bytesOf("after"));
    ASSERT_FALSE(added) << name;
    EXPECT_EQ(added.error().message,
              "The output '" + (folder_ / name).string() + "' is also an input.");
    EXPECT_FALSE(files.reserve(folder_ / name));
  }
  EXPECT_TRUE(files.add("/dev/null", bytesOf("text")));
  EXPECT_TRUE(files.add(folder_ / "none", bytesOf("text")));
  EXPECT_EQ(read(folder_ / "input"), "before");
}

TEST_F(OutputFileSetTest, AReservedFileIsWrittenByTheCaller) {
  write(folder_ / "one", "before");
  fs::create_hard_link(folder_ / "one", folder_ / "two");
  OutputFileSet files;
  for (const char *name : {"one", "new"}) {
    const Result<fs::path> temporary = files.reserve(folder_ / name);
    ASSERT_TRUE(temporary);
    write(*temporary, name);
  }
  ASSERT_TRUE(files.commit());
  EXPECT_EQ(read(folder_ / "two"), "one");
  EXPECT_EQ(read(folder_ / "new"), "new");
  EXPECT_EQ(entries(), 3u);
}

TEST_F(OutputFileSetTest, TemporaryNamesCannotBePredicted) {
  OutputFileSet files;
  const Result<fs::path> first = files.reserve(folder_ / "a");
  const std::string name = (*first).filename().string();
  OutputFileSet others;
  const Result<fs::path> second = others.reserve(folder_ / "a");
  EXPECT_NE(*first, *second);
  EXPECT_EQ(name.size(), std::string(".a.0123456789abcdef.tmp").size());
}

TEST_F(OutputFileSetTest, AFolderIsRefused) {
  OutputFileSet files;
  const Result<void> added = files.add(folder_, bytesOf("text"));
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("Is a directory"));
}

TEST_F(OutputFileSetTest, TemporaryFilesAreRemovedByQuickExit) {
  EXPECT_EXIT(
      {
        OutputFileSet files;
        (void)files.add(folder_ / "new", bytesOf("text"));
        std::quick_exit(3);
      },
      testing::ExitedWithCode(3), "");
  EXPECT_EQ(entries(), 0u);
}

} // namespace
} // namespace ursa
