// Runs the real programs of the build, each test in its own folder.
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

/// The result of a program that ended.
struct Outcome {
  int status = -1; ///< exit status; 128 + signal if a signal ended it
  std::string out;
  std::string err;
};

/// A test with an empty folder as the working directory of programs. The destructor removes it.
class ProgramTest : public testing::Test {
protected:
  ProgramTest();
  ~ProgramTest() override;

  using Variables = std::vector<std::pair<std::string, std::string>>;

  /// Runs bin/<program>, or a program with an absolute path, with additional environment variables,
  /// and waits until it exits.
  Outcome run(const std::string &program, const std::vector<std::string> &arguments,
              const Variables &variables = {}) const;

  /// Runs a program, expects exit status 0, and returns its standard output.
  std::string runSuccessfully(const std::string &program, const std::vector<std::string> &arguments,
                              const Variables &variables = {}) const;

  /// Runs a program and expects exit status 1, no change in the folder, and one line "error: …" on
  /// standard error. Returns that line without "error: ".
  std::string runExpectingError(const std::string &program,
                                const std::vector<std::string> &arguments,
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

  /// Path of the container of data/<name>.cl.
  static std::string image(std::string_view name);

private:
  std::vector<std::string> listFolder() const;

  std::filesystem::path folder_;
};

} // namespace ursa
