// The functions of <cstring> that clang leaves as calls, byte by byte.
#include "library.h"

LIBRARY void *memcpy(void *to, const void *from, Size size) {
  for (Size i = 0; i < size; ++i)
    static_cast<char *>(to)[i] = static_cast<const char *>(from)[i];
  return to;
}
LIBRARY void *memmove(void *to, const void *from, Size size) {
  char *target = static_cast<char *>(to);
  const char *source = static_cast<const char *>(from);
  if (target < source)
    for (Size i = 0; i < size; ++i)
      target[i] = source[i];
  else
    for (Size i = size; i-- > 0;)
      target[i] = source[i];
  return to;
}
LIBRARY void *memset(void *to, int value, Size size) {
  for (Size i = 0; i < size; ++i)
    static_cast<char *>(to)[i] = static_cast<char>(value);
  return to;
}
LIBRARY int memcmp(const void *a, const void *b, Size size) {
  for (Size i = 0; i < size; ++i) {
    const int difference =
        static_cast<const unsigned char *>(a)[i] - static_cast<const unsigned char *>(b)[i];
    if (difference != 0)
      return difference;
  }
  return 0;
}
LIBRARY int bcmp(const void *a, const void *b, Size size) { return memcmp(a, b, size); }
LIBRARY const void *memchr(const void *in, int value, Size size) {
  for (Size i = 0; i < size; ++i)
    if (static_cast<const unsigned char *>(in)[i] == static_cast<unsigned char>(value))
      return static_cast<const char *>(in) + i;
  return nullptr;
}
LIBRARY Size strlen(const char *text) {
  Size size = 0;
  while (text[size] != 0)
    ++size;
  return size;
}
LIBRARY int strcmp(const char *a, const char *b) {
  while (*a != 0 && *a == *b) {
    ++a;
    ++b;
  }
  return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}
LIBRARY int strncmp(const char *a, const char *b, Size size) {
  for (Size i = 0; i < size; ++i)
    if (a[i] != b[i] || a[i] == 0)
      return static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i]);
  return 0;
}
LIBRARY char *strcpy(char *to, const char *from) {
  Size i = 0;
  do
    to[i] = from[i];
  while (from[i++] != 0);
  return to;
}
