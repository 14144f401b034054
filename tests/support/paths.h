// Where the tree that is tested lies: its sources, and what was built.
#pragma once

#include <string>

namespace ursa {

std::string sourceDir(); ///< of the project
std::string binDir();    ///< of the programs
std::string libDir();    ///< of the libraries

} // namespace ursa
