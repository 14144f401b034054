#include "sycl/runtime/error.h"

#include "client/check.h"

namespace ursa::runtime {

void check(ur_result_t result, std::string_view what) {
  if (result != UR_RESULT_SUCCESS)
    throw Error(result, std::string(what) + " failed: " + client::describeResult(result));
}

} // namespace ursa::runtime
