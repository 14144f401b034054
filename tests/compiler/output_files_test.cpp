// Output files that a process leaves unfinished.
#include "compiler/image/output_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ursa {
namespace {

namespace fs = std::filesystem;

class UnfinishedOutput : public testing::Test {
protected:
  UnfinishedOutput() {
    std::string name = (fs::temp_directory_path() / "ursa-output-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    std::ofstream(folder_ / "old") << "before";
  }
  ~UnfinishedOutput() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  void writeSome(OutputFiles &files) {
    EXPECT_FALSE(files.add((folder_ / "new").string(), "text"));
    EXPECT_FALSE(files.add((folder_ / "old").string(), "text"));
  }

  void expectNothingNew() {
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
    std::ifstream file(folder_ / "old");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "before");
  }

  fs::path folder_;
};

TEST_F(UnfinishedOutput, IsRemoved) {
  {
    OutputFiles files;
    writeSome(files);
  }
  expectNothingNew();
}

TEST_F(UnfinishedOutput, IsRemovedWhenTheProcessGivesUp) {
  EXPECT_EXIT(
      {
        OutputFiles files;
        writeSome(files);
        std::quick_exit(3);
      },
      testing::ExitedWithCode(3), "");
  expectNothingNew();
}

} // namespace
} // namespace ursa
