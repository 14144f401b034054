// The OpenCL API as this adapter uses it: headers of version 3.0, result codes as Results, and
// queries whose answers have any length.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS // for devices without newer functions
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "support/result.h"

#include <string>
#include <vector>

namespace ursa::opencl {

/// Returns the corresponding UR code, or UR_RESULT_ERROR_UNKNOWN if there is none.
ur_result_t resultOf(cl_int code);

/// Returns name and number, for example "CL_INVALID_VALUE (-30)".
std::string nameOf(cl_int code);

/// Returns an error that names the call unless @p code is CL_SUCCESS.
Result<void> checkCl(cl_int code, const char *call);

/// The longest accepted answer in bytes; build logs are the longest answers.
inline constexpr size_t kMaxAnswerBytes = size_t{1} << 28;

/// Returns the whole answer of clGet*Info(object, query, ...).
template <class Function, class... Objects>
Result<std::vector<std::byte>> queryBytes(Function function, const char *call, cl_uint query,
                                          Objects... objects) {
  size_t size = 0;
  URSA_CHECK(checkCl(function(objects..., query, 0, nullptr, &size), call));
  if (size > kMaxAnswerBytes)
    return makeError(UR_RESULT_ERROR_UNKNOWN,
                     "{} reports an answer of {} bytes to query {:#x}, which is too long.", call,
                     query, size);
  std::vector<std::byte> answer(size);
  if (size != 0)
    URSA_CHECK(checkCl(function(objects..., query, size, answer.data(), nullptr), call));
  return answer;
}

/// Returns a string without the terminating zero.
template <class Function, class... Objects>
Result<std::string> queryString(Function function, const char *call, cl_uint query,
                                Objects... objects) {
  URSA_TRY(const std::vector<std::byte> bytes, queryBytes(function, call, query, objects...));
  std::string text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  return text.substr(0, text.find('\0'));
}

/// Returns a value of fixed size. Checks the size that the driver reports.
template <class T, class Function, class... Objects>
Result<T> queryValue(Function function, const char *call, cl_uint query, Objects... objects) {
  T answer{};
  size_t size = 0;
  URSA_CHECK(checkCl(function(objects..., query, sizeof(T), &answer, &size), call));
  if (size != sizeof(T))
    return makeError(UR_RESULT_ERROR_UNKNOWN, "{} answered {} bytes to query {:#x}, not {}.", call,
                     size, query, sizeof(T));
  return answer;
}

} // namespace ursa::opencl

/// Calls queryValue<T>(clGetDeviceInfo, "clGetDeviceInfo", ...) and names the function only once.
#define URSA_CL_VALUE(T, function, ...)                                                            \
  ::ursa::opencl::queryValue<T>(function, #function, __VA_ARGS__)
#define URSA_CL_STRING(function, ...) ::ursa::opencl::queryString(function, #function, __VA_ARGS__)
#define URSA_CL_BYTES(function, ...) ::ursa::opencl::queryBytes(function, #function, __VA_ARGS__)
