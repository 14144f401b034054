// Calls every function with every kind of bad handle in every position. The mock adapter and real
// adapters share it and provide the objects.
#pragma once

#include "core/layers/handle_types.h"
#include "support/last_error.h"
#include "unit/layers/any_call.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace ursa::core::layers {

/// Objects that the layers track, one of each type. Types that an adapter does not support may be
/// missing.
using Objects = std::map<HandleType, void *>;

/// Returns the type of the handles of a parameter; None if they are not objects of an adapter.
inline HandleType handleTypeOf(const api::Parameter &parameter) {
  const std::string_view text = parameter.type;
#define URSA_ROW(row, handle, code)                                                                \
  if (text.find(#handle) != text.npos)                                                             \
    return HandleType::row;
  URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
  return HandleType::None;
}

/// Calls functions with objects of the right types, except for one handle.
class BadHandles {
public:
  explicit BadHandles(Objects objects) : objects_(std::move(objects)) {}

  /// Calls every function once for each of its handles, with @p bad in that position, except where
  /// @p bad is an object of the right type. Does not pass null where null is allowed.
  ///
  /// @return the number of calls
  int tryAll(void *bad, HandleType typeOfBad = HandleType::None) {
    int calls = 0;
    for (const AnyCall &any : anyCalls())
      for (size_t i = 0; i < any.parameters().size(); ++i) {
        const api::Parameter &parameter = any.parameters()[i];
        const HandleType type = handleTypeOf(parameter);
        if (!isHandleIn(parameter) || type == HandleType::None || type == typeOfBad ||
            (!bad && parameter.kind == api::ParameterKind::Handle &&
             parameter.has(api::Parameter::kOptional)))
          continue;
        SCOPED_TRACE(any.name() + ", " + std::string(parameter.name));
        ++calls;
        const ur_result_t result = call(any, i, bad);
        if (hasAllBut(any, i)) {
          EXPECT_EQ(result, codeOf(parameter, type, bad)) << lastErrorMessage();
        } else {
          EXPECT_NE(result, UR_RESULT_SUCCESS);
        }
      }
    return calls;
  }

  /// Calls every function that takes two handles, with the last one from another adapter.
  int tryForeign(const Objects &others) {
    int calls = 0;
    for (const AnyCall &any : anyCalls()) {
      const auto all = any.parameters();
      const auto isObject = [](const api::Parameter &p) {
        return isHandleIn(p) && handleTypeOf(p) != HandleType::None;
      };
      const auto last = std::find_if(all.rbegin(), all.rend(), isObject);
      if (std::count_if(all.begin(), all.end(), isObject) < 2)
        continue;
      SCOPED_TRACE(any.name() + ", " + std::string(last->name));
      ++calls;
      const HandleType type = handleTypeOf(*last);
      EXPECT_EQ(call(any, static_cast<size_t>(all.rend() - last) - 1, others.at(type)),
                codeOf(*last, type, this))
          << lastErrorMessage();
    }
    return calls;
  }

  /// Makes a call with the right object for each handle except parameter @p at. @p change may then
  /// modify each argument.
  ur_result_t call(
      const AnyCall &any, size_t at, void *bad,
      const AnyCall::Change &change = [](size_t, void *) {}) {
    void *elements[64] = {};
    size_t used = 0;
    return any.call(nullptr, [&](size_t index, void *argument) {
      const api::Parameter &parameter = any.parameters()[index];
      const HandleType type = handleTypeOf(parameter);
      if (!isHandleIn(parameter) || type == HandleType::None)
        return change(index, argument);
      const auto object = objects_.find(type);
      void *handle = index == at ? bad : object == objects_.end() ? nullptr : object->second;
      if (parameter.kind == api::ParameterKind::HandleArray) {
        elements[used] = handle;
        handle = &elements[used++];
      }
      std::memcpy(argument, &handle, sizeof(handle));
      change(index, argument);
    });
  }

private:
  /// Returns whether there is an object for each handle of a function except parameter @p at.
  bool hasAllBut(const AnyCall &any, size_t at) const {
    for (size_t i = 0; i < any.parameters().size(); ++i) {
      const api::Parameter &parameter = any.parameters()[i];
      const HandleType type = handleTypeOf(parameter);
      if (i != at && isHandleIn(parameter) && type != HandleType::None && !objects_.contains(type))
        return false;
    }
    return true;
  }

  static ur_result_t codeOf(const api::Parameter &parameter, HandleType type, const void *bad) {
    if (parameter.kind == api::ParameterKind::HandleArray && type == HandleType::Event &&
        parameter.has(api::Parameter::kOptional))
      return UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST;
    return bad ? invalidHandleCode(type) : UR_RESULT_ERROR_INVALID_NULL_HANDLE;
  }

  const Objects objects_;
};

} // namespace ursa::core::layers
