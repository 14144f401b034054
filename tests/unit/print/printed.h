// Calls a urPrint* function as programs do: first for the size, then for the text.
#pragma once

#include "ur_print.h"

#include <gtest/gtest.h>

#include <string>

namespace ursa::core::print {

/// Returns the text of a function's arguments, excluding buffer and sizes.
template <class Print, class... Args> std::string printed(Print print, Args... args) {
  size_t size = 0;
  EXPECT_EQ(print(args..., nullptr, 0, &size), UR_RESULT_SUCCESS);
  std::string text(size, '?');
  EXPECT_EQ(print(args..., text.data(), text.size(), nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(text.find('\0'), size - 1) << "the size counts one terminator";
  text.pop_back();
  return text;
}

/// Returns the printed form of an address.
template <class Pointer> std::string address(Pointer pointer) {
  char text[32];
  std::snprintf(text, sizeof(text), "%p", reinterpret_cast<const void *>(pointer));
  return text;
}

/// Returns a handle or pointer that is only a number.
template <class Handle> Handle fake(uintptr_t number) { return reinterpret_cast<Handle>(number); }

} // namespace ursa::core::print
