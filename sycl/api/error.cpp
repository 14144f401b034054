#include "sycl/api/error.h"

#include "sycl/runtime/error.h"

#include "client/check.h"
#include "support/readable_names.h"

#include <sycl/context.hpp>

inline namespace ursa_sycl {
namespace sycl {
namespace {

class Category final : public std::error_category {
  const char *name() const noexcept override { return "sycl"; }
  std::string message(int value) const override {
    switch (static_cast<errc>(value)) {
    case errc::success:
      return "success";
    case errc::runtime:
      return "runtime error";
    case errc::kernel:
      return "kernel error";
    case errc::accessor:
      return "accessor error";
    case errc::nd_range:
      return "invalid nd_range";
    case errc::event:
      return "event error";
    case errc::kernel_argument:
      return "kernel argument error";
    case errc::build:
      return "build error";
    case errc::invalid:
      return "invalid use";
    case errc::memory_allocation:
      return "memory allocation failed";
    case errc::platform:
      return "platform error";
    case errc::profiling:
      return "profiling error";
    case errc::feature_not_supported:
      return "feature not supported";
    case errc::kernel_not_supported:
      return "kernel not supported";
    case errc::backend_mismatch:
      return "backend mismatch";
    }
    return "error " + std::to_string(value);
  }
};

} // namespace

const std::error_category &sycl_category() noexcept {
  static const Category category;
  return category;
}

std::error_code make_error_code(errc code) noexcept {
  return {static_cast<int>(code), sycl_category()};
}

struct exception::State {
  State(std::error_code given, std::string text, std::shared_ptr<const context> of)
      : code(given), message(std::move(text)), where(std::move(of)) {}
  std::error_code code;
  std::string message;
  std::shared_ptr<const context> where;
};

exception::exception(std::error_code code, const std::string &message)
    : state_(std::make_shared<const State>(code, message, nullptr)) {}
exception::exception(std::error_code code, const char *message)
    : exception(code, std::string(message)) {}
exception::exception(std::error_code code) : exception(code, code.message()) {}
exception::exception(int value, const std::error_category &category, const std::string &message)
    : exception(std::error_code(value, category), message) {}
exception::exception(int value, const std::error_category &category, const char *message)
    : exception(std::error_code(value, category), message) {}
exception::exception(int value, const std::error_category &category)
    : exception(std::error_code(value, category)) {}
exception::exception(context where, std::error_code code, const std::string &message)
    : state_(std::make_shared<const State>(code, message,
                                           std::make_shared<context>(std::move(where)))) {}
exception::exception(context where, std::error_code code, const char *message)
    : exception(std::move(where), code, std::string(message)) {}
exception::exception(context where, std::error_code code)
    : exception(std::move(where), code, code.message()) {}
exception::exception(context where, int value, const std::error_category &category,
                     const std::string &message)
    : exception(std::move(where), std::error_code(value, category), message) {}
exception::exception(context where, int value, const std::error_category &category,
                     const char *message)
    : exception(std::move(where), std::error_code(value, category), message) {}
exception::exception(context where, int value, const std::error_category &category)
    : exception(std::move(where), std::error_code(value, category)) {}
exception::exception(const exception &other) noexcept = default;
exception &exception::operator=(const exception &other) noexcept = default;
exception::~exception() = default;

const std::error_code &exception::code() const noexcept { return state_->code; }
const std::error_category &exception::category() const noexcept { return state_->code.category(); }
const char *exception::what() const noexcept { return state_->message.c_str(); }
bool exception::has_context() const noexcept { return state_->where != nullptr; }
context exception::get_context() const {
  if (!state_->where)
    throw exception(make_error_code(errc::invalid), "The exception has no context.");
  return *state_->where;
}

namespace detail {
namespace {

errc codeOf(ur_result_t result, errc otherwise) {
  switch (result) {
  case UR_RESULT_ERROR_OUT_OF_HOST_MEMORY:
  case UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY:
  case UR_RESULT_ERROR_OUT_OF_RESOURCES:
  case UR_RESULT_ERROR_MEM_OBJECT_ALLOCATION_FAILURE:
  case UR_RESULT_ERROR_OBJECT_ALLOCATION_FAILURE:
    return errc::memory_allocation;
  case UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE:
  case UR_RESULT_ERROR_PROGRAM_LINK_FAILURE:
  case UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE:
    return errc::build;
  case UR_RESULT_ERROR_INVALID_KERNEL:
  case UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE:
    return errc::kernel;
  case UR_RESULT_ERROR_INVALID_KERNEL_ARGS:
  case UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX:
  case UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE:
    return errc::kernel_argument;
  case UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE:
  case UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE:
  case UR_RESULT_ERROR_INVALID_WORK_DIMENSION:
  case UR_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION:
  case UR_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION:
    return errc::nd_range;
  case UR_RESULT_ERROR_INVALID_EVENT:
  case UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST:
  case UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS:
    return errc::event;
  case UR_RESULT_ERROR_UNSUPPORTED_FEATURE:
  case UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION:
  case UR_RESULT_ERROR_UNSUPPORTED_VERSION:
  case UR_RESULT_ERROR_UNSUPPORTED_SIZE:
  case UR_RESULT_ERROR_UNSUPPORTED_ALIGNMENT:
  case UR_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT:
    return errc::feature_not_supported;
  case UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE:
    return errc::profiling;
  default:
    return otherwise;
  }
}

} // namespace

exception makeException(ur_result_t result, std::string_view what, errc otherwise) {
  return {make_error_code(codeOf(result, otherwise)),
          ursa::withReadableNames(std::string(what) +
                                  " failed: " + ursa::client::describeResult(result))};
}

exception makeException(const ursa::runtime::Error &error) {
  const bool isOfCaller = error.code() == UR_RESULT_ERROR_INVALID_SIZE ||
                          error.code() == UR_RESULT_ERROR_INVALID_VALUE ||
                          error.code() == UR_RESULT_ERROR_INVALID_OPERATION;
  return {
      make_error_code(isOfCaller ? errc::invalid : codeOf(error.code(), errc::memory_allocation)),
      error.what()};
}

void check(ur_result_t result, std::string_view what, errc otherwise) {
  if (result != UR_RESULT_SUCCESS) [[unlikely]]
    throw makeException(result, what, otherwise);
}

void fail(errc code, const std::string &sentence) {
  throw exception(make_error_code(code), ursa::withReadableNames(sentence));
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
