// Checks of the SYCL tests: a program prints what is wrong, and returns 1 then.
#pragma once

#include "skipping.h"

#include <sycl/sycl.hpp>

#include <cstdio>

inline int failures = 0;

inline void report(bool isRight, const char *text, const char *file, int line) {
  if (isRight)
    return;
  std::fprintf(stderr, "%s:%d: %s is wrong\n", file, line, text);
  ++failures;
}

template <class A, class B>
void reportEqual(const A &actual, const B &expected, const char *text, const char *file, int line) {
  if (actual == static_cast<A>(expected))
    return;
  std::fprintf(stderr, "%s:%d: %s is %.9g, not %.9g\n", file, line, text,
               static_cast<double>(actual), static_cast<double>(expected));
  ++failures;
}

/// Returns the code of the exception that a function throws; errc::success if it throws none.
template <class Function> sycl::errc codeOf(const Function &function) {
  try {
    function();
  } catch (const sycl::exception &error) {
    if (error.what()[0] == '\0')
      return sycl::errc::success; // each error has a sentence
    return static_cast<sycl::errc>(error.code().value());
  }
  return sycl::errc::success;
}

#define CHECK(CONDITION) report(static_cast<bool>(CONDITION), #CONDITION, __FILE__, __LINE__)
#define CHECK_EQUAL(ACTUAL, EXPECTED) reportEqual(ACTUAL, EXPECTED, #ACTUAL, __FILE__, __LINE__)
#define CHECK_THROWS(CODE, ...)                                                                    \
  report(codeOf([&] { __VA_ARGS__; }) == sycl::errc::CODE, #__VA_ARGS__ " with " #CODE, __FILE__,  \
         __LINE__)
