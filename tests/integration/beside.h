// Files beside the test program, in a build folder and in a bundle.
#pragma once
#include "client/files.h"

#include <string>

namespace ursa::client {

/// The path of an image of the tests.
inline std::string testImage(const std::string &name) {
  return (executableFolder().parent_path() / "share/ursa/tests" / (name + ".ursa")).string();
}

/// The path of a program in the folder of this one.
inline std::string programBeside(const std::string &name) {
  return (executableFolder() / name).string();
}

} // namespace ursa::client
