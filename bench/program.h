// Runs and measures whole programs, and creates a scratch folder for their output.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ursa::bench {

/// A temporary folder. Its files are removed only at the end, because file systems cache removed
/// names.
class Scratch {
public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  std::filesystem::path operator/(const std::string &name) const { return path_ / name; }
  std::filesystem::path newFolder();

private:
  std::filesystem::path path_;
  size_t folders_ = 0;
};

struct Measured {
  double seconds = 0;
  double processorSeconds = 0; ///< of the program and its child processes
  long mebibytes = 0;          ///< maximum resident set size
};

/// Runs the program whose path is the first argument; throws a client::Failure if it fails.
Measured runProgram(std::vector<std::string> arguments);

/// Runs such a program, without a shell, and returns what it prints.
std::string runAndRead(std::vector<std::string> arguments);

/// Returns the path of one of Ursa's programs.
std::string ownProgram(const std::string &name);

} // namespace ursa::bench
