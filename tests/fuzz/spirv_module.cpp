// Fuzzes the readers and writers of SPIR-V modules: what they return is not larger than the module
// allows.
#include "spirv/builder.h"
#include "spirv/kernel_names.h"
#include "spirv/module.h"
#include "spirv/signature.h"
#include "spirv/variables.h"

#include "require.h"

#include <set>

using namespace ursa;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::span input(reinterpret_cast<const std::byte *>(data), size);
  (void)spirv::mayHaveConstants(input);
  const auto parsed = spirv::Module::parse(input);
  if (!parsed) {
    fuzz::requireError(parsed.error(), UR_RESULT_ERROR_INVALID_BINARY);
    return 0;
  }
  const spirv::Module &module = *parsed;
  const std::span<const uint32_t> words = module.words();
  std::set<const spirv::Parameters *> lists;
  size_t parameters = 0;
  for (const auto &[name, list] : spirv::readSignatures(words))
    if (lists.insert(list.get()).second)
      parameters += list->size();
  require(parameters <= words.size(), "parameters come from the module");
  require(spirv::withShortKernelNames(words).size() <= words.size(), "short names are not longer");
  if (const auto copy = spirv::Builder::parse(words))
    require(copy->finish().size() <= 2 * words.size(), "a copy is hardly larger");
  spirv::ConstantValues values;
  for (const spirv::Constant &constant : module.constants())
    values[constant.id] = constant.defaultValue;
  require(module.specialized(values).size() <= 2 * words.size(), "constants become their values");
  require(module.specializable().size() <= 2 * words.size(), "null constants become zeros");
  const auto moved = spirv::putVariablesIntoMemory(words);
  if (!moved)
    fuzz::requireError(moved.error(), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  else if (*moved)
    require((*moved)->words.size() <= spirv::mostWordsWithMemory(words.size()),
            "the new module is not too large");
  return 0;
}
