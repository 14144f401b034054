// Functions that failed assertions and checks of the standard library call. They print, and return:
// the device linker ends the calling function then. Devices with assertions of their own end the
// kernel (targets/nvptx/printf.h).
#include "compiler/targets/common/assertion_format.h"
#include "library.h"

#define CONSTANT __attribute__((address_space(2)))
OPENCL int print(const CONSTANT char *format, ...) __asm__("_Z18__spirv_ocl_printfPU3AS2Kcz");
OPENCL Size globalId(unsigned) __asm__("_Z13get_global_idj");
OPENCL Size localId(unsigned) __asm__("_Z12get_local_idj");

static const CONSTANT char assertion[] = URSA_ASSERTION_FORMAT;
static const CONSTANT char problem[] =
    "global id: [%lu,%lu,%lu], local id: [%lu,%lu,%lu] The standard library reports: %s.\n";

#define INLINE LIBRARY __attribute__((always_inline))

INLINE void assertFail(const char *condition, const char *file, unsigned line,
                       const char *function) __asm__("__assert_fail");
void assertFail(const char *condition, const char *file, unsigned line, const char *function) {
  print(assertion, file, line, function, globalId(0), globalId(1), globalId(2), localId(0),
        localId(1), localId(2), condition);
}
INLINE void
libraryAssertFail(const char *file, int line, const char *function,
                  const char *condition) __asm__("_ZSt21__glibcxx_assert_failPKciS0_S0_");
void libraryAssertFail(const char *file, int line, const char *function, const char *condition) {
  assertFail(condition, file, static_cast<unsigned>(line), function);
}

#define THROWER(name, label)                                                                       \
  INLINE void name(const char *what) __asm__(label);                                               \
  void name(const char *what) {                                                                    \
    print(problem, globalId(0), globalId(1), globalId(2), localId(0), localId(1), localId(2),      \
          what);                                                                                   \
  }
THROWER(throwOutOfRange, "_ZSt20__throw_out_of_rangePKc")
THROWER(throwLength, "_ZSt20__throw_length_errorPKc")
THROWER(throwLogic, "_ZSt19__throw_logic_errorPKc")
THROWER(throwInvalid, "_ZSt24__throw_invalid_argumentPKc")
THROWER(throwDomain, "_ZSt20__throw_domain_errorPKc")

INLINE void throwOutOfRangeFormat(const char *what,
                                  ...) __asm__("_ZSt24__throw_out_of_range_fmtPKcz");
void throwOutOfRangeFormat(const char *what, ...) { throwOutOfRange(what); }
