#include "support/builtin_library_path.h"

#include "support/environment.h"

namespace ursa::inline support {

std::string builtinLibraryPath() {
  return environmentVariable("URSA_LIBCLC").value_or(URSA_LIBCLC);
}

} // namespace ursa::inline support
