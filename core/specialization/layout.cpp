#include "core/specialization/layout.h"

#include "format/names.h"
#include "format/spec_constants.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace ursa::core::specialization {
namespace {

Error contradiction(std::string_view constant, std::string problem) {
  return makeError(UR_RESULT_ERROR_INVALID_BINARY, "Specialization constant '{}' of the image {}.",
                   constant, problem);
}

} // namespace

Result<SpecLayout> SpecLayout::fromImage(const format::DeviceImage &image) {
  SpecLayout layout;
  const format::PropertySet *constants = image.findSet(format::kSpecConstants);
  if (!constants || constants->properties.empty())
    return layout;
  const format::Property *defaults =
      image.findProperty(format::kSpecDefaults, format::kSpecDefaultsBlob);
  if (!defaults || defaults->isNumber)
    return Error{UR_RESULT_ERROR_INVALID_BINARY,
                 "The image has specialization constants but no default values."};
  layout.defaults_ = defaults->value;

  uint64_t begin = 0;
  for (const format::Property &property : constants->properties) {
    const auto descriptors = format::leavesOf(property);
    if (!descriptors)
      return contradiction(property.name,
                           fmt::format("has descriptors of {} bytes; a multiple of {} was expected",
                                       property.value.size(), sizeof(format::LeafDescriptor)));
    const auto index = static_cast<uint32_t>(layout.constants_.size());
    uint64_t valueBytes = 0; // sum of the sizes of all but padding
    for (const format::LeafDescriptor &leaf : *descriptors) {
      if (leaf.isPadding())
        continue;
      valueBytes += leaf.size;
      if (begin + leaf.end() > layout.defaults_.size())
        return contradiction(property.name,
                             fmt::format("reaches to byte {} of default values that are {} bytes",
                                         begin + leaf.end(), layout.defaults_.size()));
      layout.leaves_.push_back(
          {leaf.id, index, static_cast<uint32_t>(begin + leaf.offset), leaf.size});
    }
    // Padding after a native constant belongs to its type; padding after an emulated one is the gap
    // before the next constant.
    const format::ConstantExtent extent = format::extentOf(*descriptors);
    const uint64_t size = image.emulated ? extent.value : extent.padding;
    if (size == 0 || begin + size > layout.defaults_.size())
      return contradiction(
          property.name, fmt::format("has {} bytes at byte {} of default values that are {} bytes",
                                     size, begin, layout.defaults_.size()));
    // Each conversion of values copies all leaves, so they must not be many times the values.
    if (valueBytes > extent.value)
      return contradiction(property.name,
                           fmt::format("has values of {} bytes in {} bytes, so they overlap",
                                       valueBytes, extent.value));
    layout.constantIndex_.emplace(property.name, index);
    layout.constants_.push_back(
        {property.name, static_cast<uint32_t>(begin), static_cast<uint32_t>(size)});
    begin += extent.padding;
  }
  layout.buildLeafIndex();
  if (layout.leafIndex_.size() != layout.leaves_.size())
    return Error{UR_RESULT_ERROR_INVALID_BINARY,
                 "Two specialization constants of the image have the same numeric id."};
  return layout;
}

SpecLayout SpecLayout::fromSpirv(const spirv::Module &module) {
  SpecLayout layout;
  for (const spirv::Constant &constant : module.constants()) {
    const auto index = static_cast<uint32_t>(layout.constants_.size());
    const auto offset = static_cast<uint32_t>(layout.defaults_.size());
    const auto size = static_cast<uint32_t>(constant.defaultValue.size());
    layout.constants_.push_back({"", offset, size});
    layout.leaves_.push_back({constant.id, index, offset, size});
    layout.defaults_.insert(layout.defaults_.end(), constant.defaultValue.begin(),
                            constant.defaultValue.end());
  }
  layout.buildLeafIndex();
  return layout;
}

const SpecConstant *SpecLayout::findConstant(std::string_view id) const {
  const auto found = constantIndex_.find(std::string(id));
  return found == constantIndex_.end() ? nullptr : &constants_[found->second];
}

const SpecLeaf *SpecLayout::findLeaf(uint32_t id) const {
  const auto found = leafIndex_.find(id);
  return found == leafIndex_.end() ? nullptr : &leaves_[found->second];
}

ValueBlob SpecLayout::convert(const SpecLayout &from, const ValueBlob &blob) const {
  ValueBlob result = defaults_;
  for (const SpecLeaf &leaf : leaves_)
    if (const SpecLeaf *theirs = from.findLeaf(leaf.id); theirs && theirs->size == leaf.size)
      std::memcpy(result.data() + leaf.offset, blob.data() + theirs->offset, leaf.size);
  return result;
}

void SpecLayout::adoptLeaves(const SpecLayout &other) {
  leaves_.clear();
  for (const SpecLeaf &leaf : other.leaves_) {
    const SpecConstant &theirs = other.constants_[leaf.constant];
    const auto found = constantIndex_.find(theirs.id);
    if (found == constantIndex_.end())
      continue;
    const SpecConstant &ours = constants_[found->second];
    const uint32_t inConstant = leaf.offset - theirs.offset;
    if (uint64_t{inConstant} + leaf.size > ours.size)
      continue;
    leaves_.push_back({leaf.id, found->second, ours.offset + inConstant, leaf.size});
  }
  buildLeafIndex();
}

void SpecLayout::buildLeafIndex() {
  leafIndex_.clear();
  for (uint32_t index = 0; index < leaves_.size(); ++index)
    leafIndex_.emplace(leaves_[index].id, index);
}

} // namespace ursa::core::specialization
