// The data behind types.h, for what resolves names of the ABI when it is compiled.
#pragma once

#include "core/print/types.h"

namespace ursa::core::print::types::data {

#include "core/api/generated/print_data.inc"

static_assert(std::size(kParameterRanges) == api::kFunctionCount);
static_assert(std::size(kEnums) < 256 && std::size(kStructs) < 256, "Shape::index is one byte");

constexpr std::span<const Field> fieldsOf(const Struct &type) {
  return {kMembers + type.first, type.count};
}

constexpr std::span<const Field> parametersOf(api::Function function) {
  const Range range = kParameterRanges[api::indexOf(function)];
  return {kParameters + range.first, range.count};
}

} // namespace ursa::core::print::types::data
