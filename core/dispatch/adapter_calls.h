// Calls from core into an adapter: directly through its table, bypassing intercepts, with Result as
// the return type.
#pragma once

#include "core/api/functions.h"
#include "core/api/names.h"
#include "core/dispatch/dispatch.h"
#include "support/result.h"

#include <memory>
#include <type_traits>

namespace ursa::core::dispatch {

/// Calls a function of an adapter. An error names the function and the code.
template <api::Function F, class... Args> Result<void> call(Args... args) {
  const ur_result_t code = callAdapter<F>(args...);
  if (code == UR_RESULT_SUCCESS)
    return {};
  return makeError(code, "{} failed with {}.", api::FunctionTraits<F>::kName,
                   api::resultName(code));
}

/// Takes ownership of one reference to a handle; the last copy releases it.
template <api::Function Release, class Handle>
std::shared_ptr<std::remove_pointer_t<Handle>> adopt(Handle handle) {
  return {handle, [](Handle owned) {
            if (owned)
              (void)callAdapter<Release>(owned);
          }};
}

} // namespace ursa::core::dispatch
