#include "core/print/type_data.h"

#include <algorithm>

namespace ursa::core::print::types {
size_t Shape::elementSize() const {
  if (pointers > 0)
    return sizeof(void *);
  switch (base) {
  case Base::Opaque:
    return 0;
  case Base::Char:
  case Base::Bool:
  case Base::Uint8:
    return 1;
  case Base::Int32:
  case Base::Uint32:
  case Base::Float:
  case Base::Enum:
  case Base::Flags:
    return 4;
  case Base::Uint64:
  case Base::Size:
  case Base::Address:
    return 8;
  case Base::Struct:
    return structAt(index).size;
  }
  return 0;
}

std::span<const Enumerator> Enum::enumerators() const {
  return {data::kEnumerators + first, count};
}

const Enumerator *Enum::find(uint32_t value) const {
  const auto all = enumerators();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [value](const Enumerator &e) { return e.value == value; });
  return found == all.end() ? nullptr : &*found;
}

std::span<const Field> Struct::fields() const { return data::fieldsOf(*this); }

const Enum &enumAt(size_t index) { return data::kEnums[index]; }

const Struct &structAt(size_t index) { return data::kStructs[index]; }

const Struct *findStruct(ur_structure_type_t type) {
  if (type == kNoStructureType)
    return nullptr;
  const auto *found = std::find_if(std::begin(data::kStructs), std::end(data::kStructs),
                                   [type](const Struct &s) { return s.structureType == type; });
  return found == std::end(data::kStructs) ? nullptr : found;
}

std::span<const Field> parametersOf(api::Function function) { return data::parametersOf(function); }

} // namespace ursa::core::print::types
