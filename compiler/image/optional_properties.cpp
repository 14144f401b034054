// See optional_properties.h.
#include "compiler/image/optional_properties.h"

#include "compiler/builtins/names.h"
#include "compiler/passes/device_requirements.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/reference_graph.h"
#include "compiler/passes/split_module.h"
#include "format/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;

namespace ursa::compiler::image {
namespace {

using passes::isKernel;

/// Encodes the @p numbers that a T can represent, in sequence.
template <typename T, typename Numbers> std::string littleEndian(const Numbers &numbers) {
  std::string bytes;
  for (auto number : numbers) {
    if (static_cast<std::int64_t>(number) < 0 ||
        static_cast<std::uint64_t>(number) > std::numeric_limits<T>::max())
      continue;
    char buffer[sizeof(T)];
    llvm::support::endian::write(buffer, static_cast<T>(number), endianness::little);
    bytes.append(buffer, sizeof(T));
  }
  return bytes;
}

/// Returns the number of work-items of a group of size @p size; 0 for an empty size.
std::uint64_t workItemCount(const passes::WorkGroupSize &size) {
  std::uint64_t items = size.dimensions == 0 ? 0 : 1;
  for (std::uint32_t length : size.sizes)
    items = SaturatingMultiply(items, std::uint64_t{length});
  return items;
}

} // namespace

format::PropertySet exportedSymbols(const Module &module) {
  format::PropertySet set(format::kExportedSymbols);
  for (const Function &function : module)
    if (passes::isExported(function))
      set.properties.push_back({function.getName().str(), 1U});
  return set;
}

format::PropertySet importedSymbols(const Module &module) {
  format::PropertySet set(format::kImportedSymbols);
  for (const Function &function : module)
    if (function.isDeclaration() && !function.use_empty() && !function.isIntrinsic() &&
        !builtins::baseName(function.getName()).starts_with("__"))
      set.properties.push_back({function.getName().str(), 1U});
  return set;
}

format::PropertySet kernelNames(const Module &module) {
  format::PropertySet set(format::kKernelNames);
  for (const Function &function : module)
    if (isKernel(function))
      set.properties.push_back({function.getName().str(), 1U});
  return set;
}

Expected<format::PropertySet> deviceGlobals(const Module &module) {
  format::PropertySet set(format::kDeviceGlobals);
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
    llvm::support::endian::write32le(bytes, size);
    bytes[4] = hasImageScope ? 1 : 0;
    set.properties.push_back({id.str(), std::string(bytes, sizeof(bytes))});
  }
  return set;
}

Expected<format::PropertySet> parameterInfo(const Module &module) {
  format::PropertySet set(format::kOmittedParameters);
  for (const Function &kernel : module) {
    if (!isKernel(kernel))
      continue;
    auto omitted = passes::omittedArguments(kernel);
    if (!omitted)
      return omitted.takeError();
    const std::size_t count = omitted->size();
    std::string bits((count + 7) / 8, '\0');
    for (std::size_t i = 0; i < count; ++i)
      if ((*omitted)[i])
        bits[i / 8] = static_cast<char>(bits[i / 8] | (1 << (i % 8)));
    if (count != 0)
      set.properties.push_back({kernel.getName().str(), bits, count});
  }
  return set;
}

Expected<format::PropertySet> programMetadata(const Module &module) {
  format::PropertySet set(format::kProgramMetadata);
  for (const Function &kernel : module) {
    if (!isKernel(kernel))
      continue;
    auto size = passes::requiredWorkGroupSize(kernel);
    if (!size)
      return size.takeError();
    if (!*size)
      continue;
    std::string bytes;
    for (unsigned i = 0; i < (*size)->dimensions; ++i) {
      char number[4];
      llvm::support::endian::write32le(number, (*size)->sizes[i]);
      bytes.append(number, sizeof(number));
    }
    set.properties.push_back({kernel.getName().str() + "@reqd_work_group_size", std::move(bytes)});
  }
  return set;
}

Expected<format::PropertySet> deviceRequirements(const Module &module) {
  passes::AspectSet aspects;
  std::set<std::int64_t> fixedTargets, dimensions;
  std::set<std::uint32_t> subGroupSizes;
  passes::WorkGroupSize largest;
  std::string matrix, matrixMad;
  for (const Function &function : module) {
    auto used = passes::aspectsOf(function);
    if (!used)
      return used.takeError();
    aspects.merge(std::move(*used));
    auto targets = passes::metadataNumbers(function, "sycl_fixed_targets");
    if (!targets)
      return targets.takeError();
    fixedTargets.insert(targets->begin(), targets->end());
    for (auto [kind, text] : {std::pair("sycl_joint_matrix", &matrix),
                              std::pair("sycl_joint_matrix_mad", &matrixMad)}) {
      auto found = passes::metadataText(function, kind);
      if (!found)
        return found.takeError();
      if (!found->empty())
        *text = found->str();
    }
    if (!isKernel(function) && !passes::isExported(function))
      continue;
    auto subGroupSize = passes::requiredSubGroupSize(function);
    if (!subGroupSize)
      return subGroupSize.takeError();
    if (*subGroupSize)
      subGroupSizes.insert(**subGroupSize);
    auto workGroupSize = passes::requiredWorkGroupSize(function);
    if (!workGroupSize)
      return workGroupSize.takeError();
    if (*workGroupSize && workItemCount(**workGroupSize) > workItemCount(largest))
      largest = **workGroupSize;
    auto counts = passes::metadataNumbers(function, "work_group_num_dim");
    if (!counts)
      return counts.takeError();
    dimensions.insert(counts->begin(), counts->end());
  }
  format::PropertySet set(format::kDeviceRequirements);
  set.properties.push_back({"aspects", littleEndian<std::uint32_t>(aspects)});
  if (!fixedTargets.empty())
    set.properties.push_back({"fixed_target", littleEndian<std::uint32_t>(fixedTargets)});
  if (!matrix.empty())
    set.properties.push_back({"joint_matrix", matrix});
  if (!matrixMad.empty())
    set.properties.push_back({"joint_matrix_mad", matrixMad});
  if (subGroupSizes.size() == 1)
    set.properties.push_back({"reqd_sub_group_size", *subGroupSizes.begin()});
  if (largest.dimensions != 0)
    set.properties.push_back(
        {"reqd_work_group_size_uint64_t",
         littleEndian<std::uint64_t>(ArrayRef(largest.sizes).take_front(largest.dimensions))});
  if (dimensions.size() == 1 && isUInt<32>(*dimensions.begin()))
    set.properties.push_back(
        {"work_group_num_dim", static_cast<std::uint32_t>(*dimensions.begin())});
  return set;
}

format::PropertySet assertUsed(const Module &module) {
  format::PropertySet set(format::kAssertUsed);
  std::vector<const GlobalValue *> assertions;
  if (const Function *function = module.getFunction("__devicelib_assert_fail"))
    assertions.push_back(function);
  for (const Function &function : module)
    if (function.hasFnAttribute(kUsesAssert))
      assertions.push_back(&function);
  if (assertions.empty())
    return set;
  const auto reaching = passes::ReferenceGraph(module).functionsThatReach(assertions);
  // Any kernel may reach a function that is called indirectly.
  const bool isCalledIndirectly = any_of(reaching, [](const Function *function) {
    return function->hasFnAttribute(passes::kReferencedIndirectly);
  });
  for (const Function &kernel : module)
    if (isKernel(kernel) && (isCalledIndirectly || reaching.contains(&kernel)))
      set.properties.push_back({kernel.getName().str(), 1U});
  return set;
}

void addCompileTarget(std::vector<format::PropertySet> &sets, StringRef target) {
  if (target.empty())
    return;
  for (format::PropertySet &set : sets)
    if (set.name == format::kDeviceRequirements)
      set.properties.push_back({"compile_target", target.str()});
}

} // namespace ursa::compiler::image
