// The named elements of sycl::vec and its swizzles: x to w, r to a, s0 to sF, and with
// SYCL_SIMPLE_SWIZZLES the named swizzles of up to four of them. A macro of this file expands its
// argument once for each name and index.
#pragma once

#define URSA_SYCL_VEC_NAMES_1(M) M(x, 0) M(s0, 0)
#define URSA_SYCL_VEC_NAMES_2(M) M(x, 0) M(y, 1) M(s0, 0) M(s1, 1)
#define URSA_SYCL_VEC_NAMES_3(M) URSA_SYCL_VEC_NAMES_2(M) M(z, 2) M(s2, 2)
#define URSA_SYCL_VEC_NAMES_4(M)                                                                   \
  URSA_SYCL_VEC_NAMES_3(M) M(w, 3) M(s3, 3) M(r, 0) M(g, 1) M(b, 2) M(a, 3)
#define URSA_SYCL_VEC_NAMES_8(M)                                                                   \
  M(s0, 0) M(s1, 1) M(s2, 2) M(s3, 3) M(s4, 4) M(s5, 5) M(s6, 6) M(s7, 7)
#define URSA_SYCL_VEC_NAMES_16(M)                                                                  \
  URSA_SYCL_VEC_NAMES_8(M)                                                                         \
  M(s8, 8) M(s9, 9) M(sA, 10) M(sB, 11) M(sC, 12) M(sD, 13) M(sE, 14) M(sF, 15)

#define URSA_SYCL_VEC_SWIZZLES_1(M)

#ifdef SYCL_SIMPLE_SWIZZLES

// Each macro appends one more letter of the set to a name and one more index to a list, and expands
// M for the result.
#define URSA_SYCL_VEC_APPEND_2(M, p, X, Y, ...) M(p##X, __VA_ARGS__, 0) M(p##Y, __VA_ARGS__, 1)
#define URSA_SYCL_VEC_APPEND_3(M, p, X, Y, Z, ...)                                                 \
  URSA_SYCL_VEC_APPEND_2(M, p, X, Y, __VA_ARGS__) M(p##Z, __VA_ARGS__, 2)
#define URSA_SYCL_VEC_APPEND_4(M, p, X, Y, Z, W, ...)                                              \
  URSA_SYCL_VEC_APPEND_3(M, p, X, Y, Z, __VA_ARGS__) M(p##W, __VA_ARGS__, 3)

// All names of two, three and four letters that begin with p.
#define URSA_SYCL_VEC_FROM_2(M, p, i)                                                              \
  URSA_SYCL_VEC_APPEND_2(M, p, x, y, i)                                                            \
  URSA_SYCL_VEC_THIRD_2(M, p##x, i, 0) URSA_SYCL_VEC_THIRD_2(M, p##y, i, 1)
#define URSA_SYCL_VEC_THIRD_2(M, p, i, j)                                                          \
  URSA_SYCL_VEC_APPEND_2(M, p, x, y, i, j)                                                         \
  URSA_SYCL_VEC_APPEND_2(M, p##x, x, y, i, j, 0) URSA_SYCL_VEC_APPEND_2(M, p##y, x, y, i, j, 1)
#define URSA_SYCL_VEC_SWIZZLES_2(M) URSA_SYCL_VEC_FROM_2(M, x, 0) URSA_SYCL_VEC_FROM_2(M, y, 1)

#define URSA_SYCL_VEC_FROM_3(M, p, i)                                                              \
  URSA_SYCL_VEC_APPEND_3(M, p, x, y, z, i)                                                         \
  URSA_SYCL_VEC_THIRD_3(M, p##x, i, 0)                                                             \
  URSA_SYCL_VEC_THIRD_3(M, p##y, i, 1) URSA_SYCL_VEC_THIRD_3(M, p##z, i, 2)
#define URSA_SYCL_VEC_THIRD_3(M, p, i, j)                                                          \
  URSA_SYCL_VEC_APPEND_3(M, p, x, y, z, i, j)                                                      \
  URSA_SYCL_VEC_APPEND_3(M, p##x, x, y, z, i, j, 0)                                                \
  URSA_SYCL_VEC_APPEND_3(M, p##y, x, y, z, i, j, 1)                                                \
  URSA_SYCL_VEC_APPEND_3(M, p##z, x, y, z, i, j, 2)
#define URSA_SYCL_VEC_SWIZZLES_3(M)                                                                \
  URSA_SYCL_VEC_FROM_3(M, x, 0) URSA_SYCL_VEC_FROM_3(M, y, 1) URSA_SYCL_VEC_FROM_3(M, z, 2)

#define URSA_SYCL_VEC_FROM_4(M, p, i, X, Y, Z, W)                                                  \
  URSA_SYCL_VEC_APPEND_4(M, p, X, Y, Z, W, i)                                                      \
  URSA_SYCL_VEC_THIRD_4(M, p##X, i, 0, X, Y, Z, W)                                                 \
  URSA_SYCL_VEC_THIRD_4(M, p##Y, i, 1, X, Y, Z, W)                                                 \
  URSA_SYCL_VEC_THIRD_4(M, p##Z, i, 2, X, Y, Z, W) URSA_SYCL_VEC_THIRD_4(M, p##W, i, 3, X, Y, Z, W)
#define URSA_SYCL_VEC_THIRD_4(M, p, i, j, X, Y, Z, W)                                              \
  URSA_SYCL_VEC_APPEND_4(M, p, X, Y, Z, W, i, j)                                                   \
  URSA_SYCL_VEC_APPEND_4(M, p##X, X, Y, Z, W, i, j, 0)                                             \
  URSA_SYCL_VEC_APPEND_4(M, p##Y, X, Y, Z, W, i, j, 1)                                             \
  URSA_SYCL_VEC_APPEND_4(M, p##Z, X, Y, Z, W, i, j, 2)                                             \
  URSA_SYCL_VEC_APPEND_4(M, p##W, X, Y, Z, W, i, j, 3)
#define URSA_SYCL_VEC_SET_4(M, X, Y, Z, W)                                                         \
  URSA_SYCL_VEC_FROM_4(M, X, 0, X, Y, Z, W)                                                        \
  URSA_SYCL_VEC_FROM_4(M, Y, 1, X, Y, Z, W)                                                        \
  URSA_SYCL_VEC_FROM_4(M, Z, 2, X, Y, Z, W) URSA_SYCL_VEC_FROM_4(M, W, 3, X, Y, Z, W)
#define URSA_SYCL_VEC_SWIZZLES_4(M)                                                                \
  URSA_SYCL_VEC_SET_4(M, x, y, z, w) URSA_SYCL_VEC_SET_4(M, r, g, b, a)

#else
#define URSA_SYCL_VEC_SWIZZLES_2(M)
#define URSA_SYCL_VEC_SWIZZLES_3(M)
#define URSA_SYCL_VEC_SWIZZLES_4(M)
#endif

#define URSA_SYCL_VEC_SWIZZLES_8(M)
#define URSA_SYCL_VEC_SWIZZLES_16(M)
