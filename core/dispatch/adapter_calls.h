// Calls of an adapter from inside core: straight to its table, past the intercepts, as Results.
#pragma once

#include "core/api/functions.h"
#include "core/api/names.h"
#include "core/dispatch/dispatch.h"
#include "core/support/result.h"

#include <memory>
#include <type_traits>

namespace ursa {

/// Calls an adapter's function; an error names the function and the code.
template <Function F, class... Args> Result<void> call(Args... args) {
  const ur_result_t code = callAdapter<F>(args...);
  if (code == UR_RESULT_SUCCESS)
    return {};
  return makeError(code, "{} failed with {}.", FunctionTraits<F>::kName, resultName(code));
}

/// Takes over one reference to a handle; the last copy gives it up.
template <Function Release, class Handle>
std::shared_ptr<std::remove_pointer_t<Handle>> adopt(Handle handle) {
  return {handle, [](Handle owned) {
            if (owned)
              (void)callAdapter<Release>(owned);
          }};
}

} // namespace ursa
