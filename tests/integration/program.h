// Runs the real programs of the build, each test in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ursa {

/// What a program left when it ended.
struct Outcome {
  int status = -1; ///< exit status; 128 + signal when it was killed
  std::string out;
  std::string err;
};

/// A test with an empty folder, which is the programs' working directory and goes afterwards.
class ProgramTest : public testing::Test {
protected:
  ProgramTest();
  ~ProgramTest() override;

  using Variables = std::vector<std::pair<std::string, std::string>>;

  /// Runs bin/<program>, or a program named by its whole path, to its end, with more environment
  /// variables.
  Outcome run(const std::string &program, const std::vector<std::string> &arguments,
              const Variables &variables = {}) const;

  /// Runs it and expects it to end well; its standard output.
  std::string runWell(const std::string &program, const std::vector<std::string> &arguments,
                      const Variables &variables = {}) const;

  /// Runs it and expects exit status 1, nothing else changed in the folder, and one line on
  /// standard error, "error: …"; that line without its start.
  std::string runBadly(const std::string &program, const std::vector<std::string> &arguments,
                       const Variables &variables = {}) const;

  std::filesystem::path path(std::string_view name) const { return folder_ / name; }

  void write(std::string_view name, std::string_view bytes) const;
  std::string read(std::string_view name) const;

  template <class T> void writeArray(std::string_view name, const std::vector<T> &values) const {
    write(name, {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)});
  }
  template <class T> std::vector<T> readArray(std::string_view name) const {
    const std::string bytes = read(name);
    EXPECT_EQ(bytes.size() % sizeof(T), 0u);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }

  /// The container of data/<name>.cl.
  static std::string image(std::string_view name);

private:
  std::vector<std::string> listFolder() const;

  std::filesystem::path folder_;
};

} // namespace ursa
