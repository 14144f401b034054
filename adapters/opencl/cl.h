// The OpenCL API as this adapter uses it: headers of version 3.0, result codes as Results, and
// queries whose answer has a length that is not known before.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS // for devices that have no newer ones
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "core/support/result.h"

#include <string>
#include <vector>

namespace ursa::opencl {

/// The UR code that says what an OpenCL code says; UR_RESULT_ERROR_UNKNOWN when none does.
ur_result_t resultOf(cl_int code);

/// "CL_INVALID_VALUE (-30)".
std::string nameOf(cl_int code);

/// An error that names the call unless @p code is CL_SUCCESS.
Result<void> checkCl(cl_int code, const char *call);

/// Bytes of the longest answer that is believed; build logs are the longest.
inline constexpr size_t kMostAnswerBytes = size_t{1} << 28;

/// Answers of clGet*Info(object, query, ...): whole, however long they are.
template <class Function, class... Objects>
Result<std::vector<std::byte>> queryBytes(Function function, const char *call, cl_uint query,
                                          Objects... objects) {
  size_t size = 0;
  URSA_CHECK(checkCl(function(objects..., query, 0, nullptr, &size), call));
  if (size > kMostAnswerBytes)
    return makeError(UR_RESULT_ERROR_UNKNOWN,
                     "{} says that its answer to query {:#x} has {} bytes.", call, query, size);
  std::vector<std::byte> answer(size);
  if (size != 0)
    URSA_CHECK(checkCl(function(objects..., query, size, answer.data(), nullptr), call));
  return answer;
}

/// A string without the terminating zero.
template <class Function, class... Objects>
Result<std::string> queryString(Function function, const char *call, cl_uint query,
                                Objects... objects) {
  URSA_TRY(const std::vector<std::byte> bytes, queryBytes(function, call, query, objects...));
  std::string text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  return text.substr(0, text.find('\0'));
}

/// A value of fixed size; drivers are not trusted to give that size.
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

/// queryValue<T>(clGetDeviceInfo, "clGetDeviceInfo", ...) without the repetition.
#define URSA_CL_VALUE(T, function, ...)                                                            \
  ::ursa::opencl::queryValue<T>(function, #function, __VA_ARGS__)
#define URSA_CL_STRING(function, ...) ::ursa::opencl::queryString(function, #function, __VA_ARGS__)
#define URSA_CL_BYTES(function, ...) ::ursa::opencl::queryBytes(function, #function, __VA_ARGS__)
