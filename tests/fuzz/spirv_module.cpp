// Fuzzes the readers and writers of SPIR-V modules: what they return is not larger than the module
// allows.
#include "spirv/builder.h"
#include "spirv/kernel_names.h"
#include "spirv/module.h"
#include "spirv/signature.h"
#include "spirv/variables.h"

#include "require.h"

#include <set>

using ursa::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::span input(reinterpret_cast<const std::byte *>(data), size);
  (void)ursa::spirv::mayHaveConstants(input);
  const auto parsed = ursa::spirv::Module::parse(input);
  if (!parsed) {
    ursa::fuzz::requireError(parsed.error(), UR_RESULT_ERROR_INVALID_BINARY);
    return 0;
  }
  const ursa::spirv::Module &module = *parsed;
  const std::span<const uint32_t> words = module.words();
  std::set<const ursa::spirv::Parameters *> lists;
  size_t parameters = 0;
  for (const auto &[name, list] : ursa::spirv::readSignatures(words))
    if (lists.insert(list.get()).second)
      parameters += list->size();
  require(parameters <= words.size(), "parameters come from the module");
  require(ursa::spirv::withShortKernelNames(words).size() <= words.size(),
          "short names are not longer");
  if (const auto copy = ursa::spirv::Builder::parse(words))
    require(copy->finish().size() <= 2 * words.size(), "a copy is hardly larger");
  ursa::spirv::ConstantValues values;
  for (const ursa::spirv::Constant &constant : module.constants())
    values[constant.id] = constant.defaultValue;
  require(module.specialized(values).size() <= 2 * words.size(), "constants become their values");
  require(module.specializable().size() <= 2 * words.size(), "null constants become zeros");
  const auto moved = ursa::spirv::putVariablesIntoMemory(words);
  if (!moved)
    ursa::fuzz::requireError(moved.error(), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  else if (*moved)
    require((*moved)->words.size() <= ursa::spirv::mostWordsWithMemory(words.size()),
            "the new module is not too large");
  return 0;
}
