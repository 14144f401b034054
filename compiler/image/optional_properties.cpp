// See optional_properties.h.
#include "compiler/image/optional_properties.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/split_module.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace ursa {
namespace {

/// The name in the source of a function that has a plain C++ name, as _Z5outerv; else its own.
StringRef baseName(StringRef name) {
  StringRef rest = name;
  unsigned length = 0;
  if (!rest.consume_front("_Z") || rest.consumeInteger(10, length) || length > rest.size())
    return name;
  return rest.take_front(length);
}

} // namespace

PropertySet exportedSymbols(const Module &module) {
  PropertySet set{"SYCL/exported symbols", {}};
  for (const Function &function : module)
    if (isExported(function))
      set.properties.push_back({function.getName().str(), 1U});
  return set;
}

PropertySet importedSymbols(const Module &module) {
  PropertySet set{"SYCL/imported symbols", {}};
  for (const Function &function : module)
    if (function.isDeclaration() && !function.use_empty() && !function.isIntrinsic() &&
        !baseName(function.getName()).starts_with("__"))
      set.properties.push_back({function.getName().str(), 1U});
  return set;
}

PropertySet kernelNames(const Module &module) {
  PropertySet set{"SYCL/kernel names", {}};
  for (const Function &function : module)
    if (isKernel(function))
      set.properties.push_back({function.getName().str(), 1U});
  return set;
}

Expected<PropertySet> deviceGlobals(const Module &module) {
  PropertySet set{"SYCL/device globals", {}};
  for (const GlobalVariable &variable : module.globals()) {
    if (!variable.hasAttribute("sycl-device-global-size"))
      continue;
    const StringRef text = variable.getAttribute("sycl-device-global-size").getValueAsString();
    std::uint32_t size = 0;
    if (text.getAsInteger(10, size))
      return createStringError("Variable '" + variable.getName() +
                               "' has the attribute 'sycl-device-global-size' \"" + text +
                               "\"; it must be a number of bytes.");
    const StringRef id = variable.getAttribute("sycl-unique-id").getValueAsString();
    if (id.empty())
      return createStringError("Variable '" + variable.getName() +
                               "' has no attribute 'sycl-unique-id', by which programs find it.");
    const bool hasImageScope =
        variable.hasAttribute("device_image_scope") &&
        variable.getAttribute("device_image_scope").getValueAsString() != "false";
    char bytes[8] = {};
    support::endian::write32le(bytes, size);
    bytes[4] = hasImageScope ? 1 : 0;
    set.properties.push_back({id.str(), std::string(bytes, sizeof(bytes))});
  }
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
