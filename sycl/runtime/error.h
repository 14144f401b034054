// The exception of the run time.
#pragma once

#include "ursa.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace ursa::runtime {

/// An error, as a sentence. A call that throws it has changed nothing but what its description
/// says.
class Error : public std::runtime_error {
public:
  Error(ur_result_t code, const std::string &sentence)
      : std::runtime_error(sentence), code_(code) {}
  ur_result_t code() const { return code_; }

private:
  ur_result_t code_;
};

/// Throws unless @p result is success: "WHAT failed: the loader's sentence".
void check(ur_result_t result, std::string_view what);

} // namespace ursa::runtime
