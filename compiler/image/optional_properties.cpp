// See optional_properties.h.
#include "compiler/image/optional_properties.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/split_module.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace ursa {

PropertySet exportedSymbols(const Module &module) {
  PropertySet set{"SYCL/exported symbols", {}};
  for (const Function &function : module)
    if (isExported(function))
      set.properties.push_back({function.getName().str(), 1U});
  return set;
}

Expected<PropertySet> parameterInfo(const Module &module) {
  PropertySet set{"SYCL/kernel param opt", {}};
  for (const Function &kernel : module) {
    if (!isKernel(kernel))
      continue;
    auto omitted = omittedArguments(kernel);
    if (!omitted)
      return omitted.takeError();
    const std::size_t count = omitted->size();
    BitString bits{std::string((count + 7) / 8, '\0'), count};
    for (std::size_t i = 0; i < count; ++i)
      if ((*omitted)[i])
        bits.bytes[i / 8] = static_cast<char>(bits.bytes[i / 8] | (1 << (i % 8)));
    if (count != 0)
      set.properties.push_back({kernel.getName().str(), std::move(bits)});
  }
  return set;
}

Expected<PropertySet> programMetadata(const Module &module) {
  PropertySet set{"SYCL/program metadata", {}};
  for (const Function &kernel : module) {
    if (!isKernel(kernel))
      continue;
    auto size = requiredWorkGroupSize(kernel);
    if (!size)
      return size.takeError();
    if (!*size)
      continue;
    std::string bytes;
    for (unsigned i = 0; i < (*size)->dimensions; ++i) {
      char number[4];
      support::endian::write32le(number, (*size)->sizes[i]);
      bytes.append(number, sizeof(number));
    }
    set.properties.push_back({kernel.getName().str() + "@reqd_work_group_size", std::move(bytes)});
  }
  return set;
}

PropertySet compileTarget(StringRef target) {
  PropertySet set{"SYCL/device requirements", {}};
  if (!target.empty())
    set.properties.push_back({"compile_target", target.str()});
  return set;
}

} // namespace ursa
