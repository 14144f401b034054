// Whole programs that are measured from start to end, and a folder for what they write.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ursa::bench {

/// A folder that vanishes. Nothing in it is removed before: file systems remember what was.
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
  double processorSeconds = 0; ///< of the program and those it ran
  long mebibytes = 0;          ///< largest resident set
};

/// Runs a program, whose path is the first argument; throws a client::Failure unless it succeeds.
Measured runProgram(std::vector<std::string> arguments);

/// A program of ours.
std::string ownProgram(const std::string &name);

} // namespace ursa::bench
