/*
 * Part of Ursa, under the Apache License v2.0. See LICENSE.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * @file spec_constants.h
 *
 * Specialization constants in OpenCL C and C++ for OpenCL: values that the program sets before it
 * builds a kernel, which the compiler of the device then treats as constants where it can.
 *
 *   #include <ursa/spec_constants.h>
 *
 *   typedef struct { float m[7][7]; } Coefficients;
 *
 *   URSA_SPEC_CONSTANT(int, radius, 1)
 *   URSA_SPEC_CONSTANT(Coefficients, coefficients, { { { 1.0f } } })
 *
 *   kernel void k(global float *out) { out[0] = ursa_get(coefficients).m[0][0] * ursa_get(radius);
 * }
 */
#ifndef URSA_SPEC_CONSTANTS_H_INCLUDED
#define URSA_SPEC_CONSTANTS_H_INCLUDED

#ifndef __OPENCL_C_VERSION__
#ifndef __OPENCL_CPP_VERSION__
#error "ursa/spec_constants.h is for device code, in OpenCL C or C++ for OpenCL."
#endif
#endif

/* Constants of type half require the extension. */
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Represents the buffer that an emulated kernel reads constants from; the compiler replaces it. */
__global const void *__ursa_specialization_buffer(void) __attribute__((const));

#ifdef __cplusplus
}
#endif

/**
 * Declares the specialization constant NAME, at file scope.
 *
 * TYPE is a scalar, a vector, or a struct of these, of arrays and of structs, named or a typedef;
 * it has no pointers. The further arguments initialize its default: a value, or a list as in a
 * declaration's braces; zero by default. The symbolic id, by which the program sets the
 * constant, is NAME.
 */
#define URSA_SPEC_CONSTANT(TYPE, NAME, ...)                                                        \
  struct ursa_specialization_##NAME {                                                              \
    TYPE value;                                                                                    \
  };                                                                                               \
  static __constant const struct ursa_specialization_##NAME ursa_default_##NAME                    \
      __attribute__((unused)) = {__VA_ARGS__};                                                     \
  TYPE ursa_read_##NAME(                                                                           \
      __constant const char *, __constant const void *,                                            \
      __global const void *) __asm__("_Z40__sycl_getComposite2020SpecConstantValue_" #NAME);

/** The value of the specialization constant NAME, of its type. */
#define ursa_get(NAME) ursa_read_##NAME(#NAME, &ursa_default_##NAME, __ursa_specialization_buffer())

#endif /* URSA_SPEC_CONSTANTS_H_INCLUDED */
