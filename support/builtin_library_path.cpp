#include "support/builtin_library_path.h"

#include "support/environment.h"

namespace ursa {

std::string builtinLibraryPath() {
  return environmentVariable("URSA_LIBCLC").value_or(URSA_LIBCLC);
}

} // namespace ursa
