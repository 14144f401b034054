#include "core/specialization/values.h"
#include "format/names.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace ursa::core::specialization {
namespace {

std::atomic<uint64_t> lastValuesId{0};

} // namespace

Result<ValueBlob> applyValues(const SpecLayout &layout, const ValueBlob &blob,
                              std::span<const ur_specialization_constant_info_t> values,
                              std::string_view object) {
  ValueBlob result = blob;
  for (const ur_specialization_constant_info_t &value : values) {
    const SpecLeaf *leaf = layout.findLeaf(value.id);
    if (!leaf)
      return makeError(UR_RESULT_ERROR_INVALID_SPEC_ID,
                       "There is no specialization constant {} in {}.", value.id, object);
    const std::string &symbolicId = layout.constants()[leaf->constant].id;
    const std::string name = symbolicId.empty() ? fmt::to_string(value.id)
                                                : fmt::format("{} ('{}')", value.id, symbolicId);
    if (value.size != leaf->size)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Specialization constant {} of {} is {} bytes; {} were given.", name, object,
                       leaf->size, value.size);
    if (!value.pValue)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The value of specialization constant {} of {} is null.", name, object);
    std::memcpy(result.data() + leaf->offset, value.pValue, leaf->size);
  }
  return result;
}

std::optional<uint32_t> bufferIndexOf(const format::DeviceImage &image, std::string_view kernel) {
  const format::Property *index = image.findProperty(format::kSpecBuffer, kernel);
  if (!index || !index->isNumber)
    return std::nullopt;
  return index->number();
}

Result<SharedValues> createValues(ur_context_handle_t context, ursa_specialization_mode_t mode,
                                  ValueBlob blob) {
  auto values = std::make_shared<Values>();
  if (mode == URSA_SPECIALIZATION_MODE_EMULATED || mode == URSA_SPECIALIZATION_MODE_TIERED) {
    URSA_TRY(values->buffer, EmulationBuffer::create(context, blob));
  }
  values->blob = std::move(blob);
  values->id = lastValuesId.fetch_add(1, std::memory_order_relaxed) + 1;
  return SharedValues(std::move(values));
}

Result<SharedValues> RecentValues::get(ur_context_handle_t context, ursa_specialization_mode_t mode,
                                       ValueBlob blob) {
  const auto same = std::find_if(recent_.begin(), recent_.end(),
                                 [&blob](const SharedValues &v) { return v->blob == blob; });
  if (same != recent_.end()) {
    std::rotate(recent_.begin(), same, same + 1);
  } else {
    URSA_TRY(SharedValues values, createValues(context, mode, std::move(blob)));
    recent_.insert(recent_.begin(), std::move(values));
    recent_.resize(std::min(recent_.size(), kCapacity));
  }
  return recent_.front();
}

} // namespace ursa::core::specialization
