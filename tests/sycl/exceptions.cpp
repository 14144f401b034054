// Exceptions and their error codes.
#include "check.h"

#include <algorithm>

#include <cstring>
#include <system_error>
#include <type_traits>

static_assert(std::is_error_code_enum<sycl::errc>::value);
static_assert(!std::is_error_condition_enum<sycl::errc>::value);
static_assert(noexcept(sycl::sycl_category()) &&noexcept(sycl::make_error_code(sycl::errc())));
static_assert(std::is_same_v<sycl::async_handler, std::function<void(sycl::exception_list)>>);
static_assert(std::is_same_v<sycl::errc_for<sycl::backend::opencl>, sycl::opencl::errc>);

namespace {

// Used before main, in whatever order the libraries start.
const std::error_code early = sycl::errc::accessor;

void checkCodes() {
  CHECK(early == sycl::errc::accessor);
  CHECK(std::strcmp(sycl::sycl_category().name(), "sycl") == 0);
  CHECK(sycl::errc() == sycl::errc::success);
  for (int i = 0; i <= static_cast<int>(sycl::errc::backend_mismatch); ++i) {
    const std::error_code code = static_cast<sycl::errc>(i);
    CHECK_EQUAL(code.value(), i);
    CHECK(code.category() == sycl::sycl_category());
    CHECK(!code.message().empty());
    CHECK(code.default_error_condition() == std::error_condition(i, sycl::sycl_category()));
    CHECK(static_cast<bool>(code) == (i != 0));
  }
  CHECK(&sycl::error_category_for<sycl::backend::opencl>() == &sycl::opencl::error_category());
  const std::error_code fromOpenCl = static_cast<sycl::opencl::errc>(-5);
  CHECK(fromOpenCl != sycl::errc::runtime);
  CHECK(fromOpenCl.message().find("-5") != std::string::npos);
}

void checkExceptions() {
  const sycl::context context;
  const std::error_code code = sycl::errc::invalid;
  const std::string text = "the text";
  const auto check = [&](const sycl::exception &error, bool hasText, bool hasContext) {
    CHECK(error.code() == sycl::errc::invalid);
    CHECK(error.category() == sycl::sycl_category());
    CHECK(error.what() && *error.what());
    CHECK((std::string(error.what()).find(text) != std::string::npos) == hasText);
    CHECK(error.has_context() == hasContext);
    if (hasContext)
      CHECK(error.get_context() == context);
    else
      CHECK_THROWS(invalid, error.get_context());
  };
  const auto &category = sycl::sycl_category();
  const int value = static_cast<int>(sycl::errc::invalid);
  check({code, text}, true, false);
  check({code, text.c_str()}, true, false);
  check({code}, false, false);
  check({value, category, text}, true, false);
  check({value, category, text.c_str()}, true, false);
  check({value, category}, false, false);
  check({context, code, text}, true, true);
  check({context, code, text.c_str()}, true, true);
  check({context, code}, false, true);
  check({context, value, category, text}, true, true);
  check({context, value, category, text.c_str()}, true, true);
  check({context, value, category}, false, true);

  const sycl::exception original(context, code, text);
  sycl::exception copy(sycl::errc::build);
  copy = original;
  check(copy, true, true);
  try {
    throw original;
  } catch (const std::exception &error) {
    CHECK(error.what() == text);
  }
  static_assert(std::is_nothrow_copy_constructible_v<sycl::exception>);

  const sycl::exception foreign(std::make_error_code(std::errc::io_error), text);
  CHECK(foreign.category() == std::generic_category());
}

void checkLists() {
  using list = sycl::exception_list;
  static_assert(std::is_same_v<list::value_type, std::exception_ptr>);
  static_assert(std::is_same_v<list::reference, std::exception_ptr &>);
  static_assert(std::is_same_v<list::const_reference, const std::exception_ptr &>);
  static_assert(std::is_same_v<list::size_type, std::size_t>);
  static_assert(std::is_base_of_v<std::forward_iterator_tag,
                                  std::iterator_traits<list::iterator>::iterator_category>);
  const list empty;
  CHECK(empty.size() == 0 && empty.begin() == empty.end());

  int calls = 0;
  {
    sycl::queue queue([&](sycl::exception_list) { ++calls; });
    queue.submit([](sycl::handler &) {}).wait_and_throw();
    queue.wait_and_throw();
    queue.throw_asynchronous();
  }
  CHECK_EQUAL(calls, 0);
}

} // namespace

int main() {
  checkCodes();
  checkExceptions();
  checkLists();
  return failures != 0;
}
