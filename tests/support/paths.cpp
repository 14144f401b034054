#include "support/paths.h"

namespace ursa {

std::string sourceDir() { return URSA_SOURCE_DIR; }
std::string binDir() { return URSA_BIN_DIR; }
std::string libDir() { return URSA_LIB_DIR; }

} // namespace ursa
