/* The interface between the CUDA adapter and its code generator. LLVM is large and takes tens of
 * milliseconds to load, and programs of PTX do not need it. So the code generator is a library of
 * its own, libursa_nvptx_jit.so.0 in the adapter's folder, which is opened at its first use. The
 * interface is C: nothing is thrown or freed across it. */
#pragma once

#include "ur_api.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// NOLINTBEGIN(modernize-use-using): C has no other form.

/** The value of a specialization constant. */
typedef struct ursa_nvptx_constant_t {
  uint32_t id;
  uint32_t size; /**< in bytes */
  const void *value;
} ursa_nvptx_constant_t;

/** Receives what a function returns. The text lives until the receiver returns. The receiver must
 * not throw. */
typedef struct ursa_nvptx_output_t {
  void *user; /**< first argument of the functions */
  /** The result, or the sentence of an error. Called once at most. */
  void (*text)(void *user, const char *text, size_t size);
  /** A kernel that a module contains. */
  void (*kernel)(void *user, const char *name, size_t size);
  /** A constant that a module contains; size is in bytes. */
  void (*constant)(void *user, uint32_t id, uint32_t size);
} ursa_nvptx_output_t;

/** Which forms are compiled of kernels that exist with a global offset and without. Of a program
 * with variables both are compiled. */
typedef enum ursa_nvptx_forms_t {
  URSA_NVPTX_FORMS_BOTH,
  URSA_NVPTX_FORMS_WITHOUT_OFFSET, /**< comments tell what is left: format/ptx.h */
  URSA_NVPTX_FORMS_WITH_OFFSET
} ursa_nvptx_forms_t;

/** What is to be compiled. */
typedef struct ursa_nvptx_input_t {
  /** LLVM bitcode: an image for the target nvptx64, or device IR of a SPIR-V program (triple
   * spir64). Untrusted. */
  const void *bitcode;
  size_t size;                            /**< of the bitcode, in bytes */
  const ursa_nvptx_constant_t *constants; /**< others have their default values */
  size_t constantCount;
  uint32_t computeCapability; /**< of the device: 10 times major plus minor */
  uint32_t level;             /**< 0: no optimization */
  ursa_nvptx_forms_t forms;
} ursa_nvptx_input_t;

/** The functions are thread safe. They return UR_RESULT_SUCCESS, or an error after calling
 * output->text. */
typedef struct ursa_nvptx_jit_t {
  const char *version; /**< must stay the first member: on a mismatch, nothing else is read */
  /** Lists the kernels and constants of an image. Errors: UR_RESULT_ERROR_INVALID_BINARY. */
  ur_result_t (*inspect)(const void *bitcode, size_t size, const ursa_nvptx_output_t *output);
  /** Folds the constants, optimizes, and returns PTX. Errors: UR_RESULT_ERROR_INVALID_BINARY,
   * UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE. */
  ur_result_t (*compile)(const ursa_nvptx_input_t *input, const ursa_nvptx_output_t *output);
} ursa_nvptx_jit_t;

#define URSA_NVPTX_JIT_FILE "libursa_nvptx_jit.so.0"
#define URSA_NVPTX_JIT_ENTRY "ursaNvptxJit"

/** The library's only export. Never null; the table is valid until the process ends. */
__attribute__((visibility("default"))) const ursa_nvptx_jit_t *ursaNvptxJit(void);

// NOLINTEND(modernize-use-using)

#ifdef __cplusplus
}
#endif
