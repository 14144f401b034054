// Errors of the C ABI as exceptions of SYCL.
#pragma once

#include "ursa.h"

#include <sycl/exception.hpp>

#include <string_view>

namespace ursa::runtime {
class Error;
}

inline namespace ursa_sycl {
namespace sycl::detail {

/// Throws unless @p result is success: "WHAT failed: the loader's sentence". @p what begins a
/// sentence, as in "The launch of the kernel 'k'". Errors of the ABI without a code of their own in
/// SYCL have @p otherwise.
void check(ur_result_t result, std::string_view what, errc otherwise = errc::runtime);

/// Returns what check throws.
exception makeException(ur_result_t result, std::string_view what, errc otherwise = errc::runtime);

/// The error of the run time as an exception.
exception makeException(const ursa::runtime::Error &error);

/// Throws an exception with a sentence, whose mangled names are made readable.
[[noreturn]] void fail(errc code, const std::string &sentence);

} // namespace sycl::detail
} // namespace ursa_sycl
