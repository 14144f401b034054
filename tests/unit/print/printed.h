// Calls an urPrint* function as programs do: the size first, then the text.
#pragma once

#include "ur_print.h"

#include <gtest/gtest.h>

#include <string>

namespace ursa {

/// The text of a function's arguments without buffer and sizes.
template <class Print, class... Args> std::string printed(Print print, Args... args) {
  size_t size = 0;
  EXPECT_EQ(print(args..., nullptr, 0, &size), UR_RESULT_SUCCESS);
  std::string text(size, '?');
  EXPECT_EQ(print(args..., text.data(), text.size(), nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(text.find('\0'), size - 1) << "the size counts one terminator";
  text.pop_back();
  return text;
}

/// How an address is printed.
template <class Pointer> std::string address(Pointer pointer) {
  char text[32];
  std::snprintf(text, sizeof(text), "%p", reinterpret_cast<const void *>(pointer));
  return text;
}

/// A handle, or a pointer to nothing, with a number as its address.
template <class Handle> Handle fake(uintptr_t number) { return reinterpret_cast<Handle>(number); }

} // namespace ursa
