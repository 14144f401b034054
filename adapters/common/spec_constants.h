// Specialization constants of programs and kernels, for adapters whose device sets them natively.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "support/last_error.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ursa::adapter {

/// The values of constants by numeric id.
using ConstantValues = std::map<uint32_t, std::vector<std::byte>>;

/// Checks one value. Errors: UR_RESULT_ERROR_INVALID_SPEC_ID, UR_RESULT_ERROR_INVALID_VALUE.
/// Thread safe.
/// @param size bytes of the constant; nothing if the object has no such constant
/// @param object names the program or kernel in errors
Result<void> checkConstant(const ur_specialization_constant_info_t &given,
                           std::optional<size_t> size, std::string_view object);

/// The constants of a program or kernel. name is for errors. sizeOf returns the bytes of a
/// constant, none if there is no such constant. set returns nothing, or Result<void>.
template <class Constants, class Object>
concept ConstantsOf = requires(Object &object, uint32_t id, ConstantValues values) {
  { Constants::name(object) } -> std::convertible_to<std::string_view>;
  { Constants::sizeOf(object, id) } -> ResultOf<std::optional<size_t>>;
  Constants::set(object, std::move(values));
};

/// Implements pfnSetSpecializationConstants. Checks all values before it sets any.
/// @tparam Object a program or kernel
template <class Object, ConstantsOf<Object> Constants>
ur_result_t setSpecializationConstants(Object *handle, uint32_t count,
                                       const ur_specialization_constant_info_t *pSpecConstants) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkHandle(handle, "of the program or kernel"));
    URSA_POINTER(pSpecConstants);
    if (count == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "count is 0.");
    ConstantValues values;
    for (const ur_specialization_constant_info_t &given : std::span(pSpecConstants, count)) {
      URSA_TRY(const std::optional<size_t> size, Constants::sizeOf(*handle, given.id));
      URSA_CHECK(checkConstant(given, size, Constants::name(*handle)));
      const auto *bytes = static_cast<const std::byte *>(given.pValue);
      values[given.id].assign(bytes, bytes + given.size);
    }
    if constexpr (std::is_void_v<decltype(Constants::set(*handle, std::move(values)))>) {
      Constants::set(*handle, std::move(values));
      return {};
    } else {
      return Constants::set(*handle, std::move(values));
    }
  });
}

/// Returns the element of a list that is sorted by id, or null.
template <class Constants> const auto *findById(const Constants &constants, uint32_t id) {
  const auto found = std::lower_bound(constants.begin(), constants.end(), id,
                                      [](const auto &c, uint32_t wanted) { return c.id < wanted; });
  return found != constants.end() && found->id == id ? &*found : nullptr;
}

/// Sets the values of a program, which has the members mutex and values.
template <class Program> void setProgramConstants(Program &program, ConstantValues &&values) {
  const std::lock_guard guard(program.mutex);
  for (auto &[id, value] : values)
    program.values[id] = std::move(value);
}

} // namespace ursa::adapter
