// Fuzzes the loader of relocatable objects. The code is not run.
#include "compiler/targets/host/runtime/loaded_object.h"

#include "require.h"

namespace {

void *resolve(const std::string &name) {
  static int external;
  return name == "known" ? &external : nullptr;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::span input(reinterpret_cast<const std::byte *>(data), size);
  const auto loaded = ursa::compiler::host::LoadedObject::load(input, resolve);
  if (!loaded)
    ursa::fuzz::requireError(loaded.error(), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  else
    (*loaded)->address("entry");
  return 0;
}
