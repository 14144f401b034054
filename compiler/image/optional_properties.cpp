// See optional_properties.h.
#include "compiler/image/optional_properties.h"

#include "compiler/passes/device_requirements.h"
#include "compiler/passes/reference_graph.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;

namespace ursa {
namespace {

constexpr char kDeviceRequirements[] = "SYCL/device requirements";

/// The only string of @p node; empty when there is none. @p node may be null.
std::string stringOf(const MDNode *node) {
  auto *text = node && node->getNumOperands() == 1 ? dyn_cast_or_null<MDString>(node->getOperand(0))
                                                   : nullptr;
  return text ? text->getString().str() : "";
}

/// Those of @p numbers that a T can be, one after the other.
template <typename T, typename Numbers> std::string littleEndian(const Numbers &numbers) {
  std::string bytes;
  for (auto number : numbers) {
    if (static_cast<std::int64_t>(number) < 0 ||
        static_cast<std::uint64_t>(number) > std::numeric_limits<T>::max())
      continue;
    char buffer[sizeof(T)];
    support::endian::write(buffer, static_cast<T>(number), endianness::little);
    bytes.append(buffer, sizeof(T));
  }
  return bytes;
}

/// The work-items of a group of size @p size; 0 for no size.
std::uint64_t itemsOf(ArrayRef<std::uint64_t> size) {
  std::uint64_t items = size.empty() ? 0 : 1;
  for (std::uint64_t length : size)
    items = SaturatingMultiply(items, length);
  return items;
}

} // namespace

PropertySet exportedSymbols(const Module &module) {
  PropertySet set{"SYCL/exported symbols", {}};
  for (const Function &function : module)
    if (isExported(function))
      set.properties.push_back({function.getName().str(), 1U});
  return set;
}

PropertySet parameterInfo(const Module &module) {
  PropertySet set{"SYCL/kernel param opt", {}};
  for (const Function &kernel : module) {
    const MDNode *node = isKernel(kernel) ? kernel.getMetadata("sycl_kernel_omit_args") : nullptr;
    if (!node)
      continue;
    const unsigned count = node->getNumOperands();
    BitString bits{std::string((count + 7) / 8, '\0'), count};
    for (unsigned i = 0; i < count; ++i)
      if (auto *omitted = mdconst::dyn_extract<ConstantInt>(node->getOperand(i));
          omitted && !omitted->isZero())
        bits.bytes[i / 8] = static_cast<char>(bits.bytes[i / 8] | (1 << (i % 8)));
    if (count != 0)
      set.properties.push_back({kernel.getName().str(), std::move(bits)});
  }
  return set;
}

PropertySet programMetadata(const Module &module) {
  PropertySet set{"SYCL/program metadata", {}};
  for (const Function &kernel : module) {
    const MDNode *node = isKernel(kernel) ? kernel.getMetadata("reqd_work_group_size") : nullptr;
    if (!node)
      continue;
    std::string bytes;
    for (const MDOperand &operand : node->operands())
      if (auto *size = mdconst::dyn_extract<ConstantInt>(operand)) {
        char number[4];
        support::endian::write32le(number, static_cast<std::uint32_t>(size->getZExtValue()));
        bytes.append(number, sizeof(number));
      }
    set.properties.push_back({kernel.getName().str() + "@reqd_work_group_size", std::move(bytes)});
  }
  return set;
}

PropertySet deviceRequirements(const Module &module) {
  AspectSet aspects;
  std::set<std::int64_t> fixedTargets, dimensions;
  std::set<std::uint32_t> subGroupSizes;
  SmallVector<std::uint64_t, 3> workGroupSize;
  std::string matrix, matrixMad;
  for (const Function &function : module) {
    aspects.merge(aspectsOf(function));
    for (std::int64_t target : integersOf(function.getMetadata("sycl_fixed_targets")))
      fixedTargets.insert(target);
    if (const std::string text = stringOf(function.getMetadata("sycl_joint_matrix")); !text.empty())
      matrix = text;
    if (const std::string text = stringOf(function.getMetadata("sycl_joint_matrix_mad"));
        !text.empty())
      matrixMad = text;
    if (!isKernel(function) && !isExported(function))
      continue;
    if (const auto size = requiredSubGroupSize(function))
      subGroupSizes.insert(*size);
    if (const auto size = requiredWorkGroupSize(function); itemsOf(size) > itemsOf(workGroupSize))
      workGroupSize = size;
    for (std::int64_t number : integersOf(function.getMetadata("work_group_num_dim")))
      dimensions.insert(number);
  }
  PropertySet set{kDeviceRequirements, {}};
  set.properties.push_back({"aspects", littleEndian<std::uint32_t>(aspects)});
  if (!fixedTargets.empty())
    set.properties.push_back({"fixed_target", littleEndian<std::uint32_t>(fixedTargets)});
  if (!matrix.empty())
    set.properties.push_back({"joint_matrix", matrix});
  if (!matrixMad.empty())
    set.properties.push_back({"joint_matrix_mad", matrixMad});
  if (subGroupSizes.size() == 1)
    set.properties.push_back({"reqd_sub_group_size", *subGroupSizes.begin()});
  if (!workGroupSize.empty())
    set.properties.push_back(
        {"reqd_work_group_size_uint64_t", littleEndian<std::uint64_t>(workGroupSize)});
  if (dimensions.size() == 1 && isUInt<32>(*dimensions.begin()))
    set.properties.push_back(
        {"work_group_num_dim", static_cast<std::uint32_t>(*dimensions.begin())});
  return set;
}

PropertySet assertUsed(const Module &module) {
  PropertySet set{"SYCL/assert used", {}};
  const Function *assertion = module.getFunction("__devicelib_assert_fail");
  if (!assertion)
    return set;
  const auto reaching = ReferenceGraph(module).functionsThatReach({assertion});
  // A function that is called through pointers may be called by any kernel.
  const bool isAnywhere = any_of(reaching, [](const Function *function) {
    return function->hasFnAttribute(kReferencedIndirectly);
  });
  for (const Function &kernel : module)
    if (isKernel(kernel) && (isAnywhere || reaching.contains(&kernel)))
      set.properties.push_back({kernel.getName().str(), 1U});
  return set;
}

void addCompileTarget(std::vector<PropertySet> &sets, StringRef target) {
  if (target.empty())
    return;
  for (PropertySet &set : sets)
    if (set.name == kDeviceRequirements)
      set.properties.push_back({"compile_target", target.str()});
}

} // namespace ursa
