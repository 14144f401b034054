// Paths of the tree under test: its sources and its build.
#pragma once

#include <string>

namespace ursa {

std::string sourceDir(); ///< of the project
std::string binDir();    ///< of the built programs
std::string libDir();    ///< of the built libraries

} // namespace ursa
