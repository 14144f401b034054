#include "compiler/targets/host/runtime/runtime_symbols.h"

#include "compiler/targets/host/runtime/image.h"
#include "compiler/targets/host/runtime/kernel_printf.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <unordered_map>

// Helpers of the compiler's runtime library, which LLVM calls for operations that the CPU lacks.
extern "C" {
float __extendhfsf2(_Float16);
_Float16 __truncsfhf2(float);
_Float16 __truncdfhf2(double);
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;
Int128 __divti3(Int128, Int128);
Int128 __modti3(Int128, Int128);
UInt128 __udivti3(UInt128, UInt128);
UInt128 __umodti3(UInt128, UInt128);
}

namespace ursa::compiler::host {
namespace {

template <class Function> void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

using Table = std::unordered_map<std::string, void *>;

// The functions that image_functions.cpp calls.
void addImageSymbols(Table &table) {
  const auto add = [&table](const char *name, auto *function) {
    table[name] = reinterpret_cast<void *>(function);
  };
  add("ursa.image.read.float", &readFloat);
  add("ursa.image.read.float.pixel", &readFloatAtPixel);
  add("ursa.image.read.int", &readInteger);
  add("ursa.image.read.int.pixel", &readIntegerAtPixel);
  add("ursa.image.write.float", &writeFloat);
  add("ursa.image.write.int", &writeSigned);
  add("ursa.image.write.uint", &writeUnsigned);
}

Table makeTable() {
  Table table;
#define URSA_SYMBOL(name) table[#name] = addressOf(&::name)
#define URSA_MATH1(name)                                                                           \
  table[#name] = addressOf(static_cast<double (*)(double)>(&::name));                              \
  table[#name "f"] = addressOf(static_cast<float (*)(float)>(&::name##f))
#define URSA_MATH2(name)                                                                           \
  table[#name] = addressOf(static_cast<double (*)(double, double)>(&::name));                      \
  table[#name "f"] = addressOf(static_cast<float (*)(float, float)>(&::name##f))
  table["memcpy"] = addressOf(static_cast<void *(*)(void *, const void *, size_t)>(&::memcpy));
  table["memmove"] = addressOf(static_cast<void *(*)(void *, const void *, size_t)>(&::memmove));
  table["memset"] = addressOf(static_cast<void *(*)(void *, int, size_t)>(&::memset));
  table["memcmp"] = addressOf(static_cast<int (*)(const void *, const void *, size_t)>(&::memcmp));
  table["bcmp"] = table["memcmp"];
  URSA_MATH1(acos);
  URSA_MATH1(acosh);
  URSA_MATH1(asin);
  URSA_MATH1(asinh);
  URSA_MATH1(atan);
  URSA_MATH1(atanh);
  URSA_MATH1(cbrt);
  URSA_MATH1(ceil);
  URSA_MATH1(cos);
  URSA_MATH1(cosh);
  URSA_MATH1(erf);
  URSA_MATH1(erfc);
  URSA_MATH1(exp);
  URSA_MATH1(exp2);
  URSA_MATH1(expm1);
  URSA_MATH1(fabs);
  URSA_MATH1(floor);
  URSA_MATH1(lgamma);
  URSA_MATH1(log);
  URSA_MATH1(log10);
  URSA_MATH1(log1p);
  URSA_MATH1(log2);
  URSA_MATH1(nearbyint);
  URSA_MATH1(rint);
  URSA_MATH1(round);
  URSA_MATH1(sin);
  URSA_MATH1(sinh);
  URSA_MATH1(sqrt);
  URSA_MATH1(tan);
  URSA_MATH1(tanh);
  URSA_MATH1(tgamma);
  URSA_MATH1(trunc);
  URSA_MATH2(atan2);
  URSA_MATH2(copysign);
  URSA_MATH2(fdim);
  URSA_MATH2(fmax);
  URSA_MATH2(fmin);
  URSA_MATH2(fmod);
  URSA_MATH2(hypot);
  URSA_MATH2(nextafter);
  URSA_MATH2(pow);
  URSA_MATH2(remainder);
  table["fma"] = addressOf(static_cast<double (*)(double, double, double)>(&::fma));
  table["fmaf"] = addressOf(static_cast<float (*)(float, float, float)>(&::fmaf));
  table["frexp"] = addressOf(static_cast<double (*)(double, int *)>(&::frexp));
  table["frexpf"] = addressOf(static_cast<float (*)(float, int *)>(&::frexpf));
  table["ldexp"] = addressOf(static_cast<double (*)(double, int)>(&::ldexp));
  table["ldexpf"] = addressOf(static_cast<float (*)(float, int)>(&::ldexpf));
  table["modf"] = addressOf(static_cast<double (*)(double, double *)>(&::modf));
  table["modff"] = addressOf(static_cast<float (*)(float, float *)>(&::modff));
  URSA_SYMBOL(exp10);
  URSA_SYMBOL(exp10f);
  URSA_SYMBOL(sincos);
  URSA_SYMBOL(sincosf);
  URSA_SYMBOL(__extendhfsf2);
  URSA_SYMBOL(__truncsfhf2);
  URSA_SYMBOL(__truncdfhf2);
  URSA_SYMBOL(__divti3);
  URSA_SYMBOL(__modti3);
  URSA_SYMBOL(__udivti3);
  URSA_SYMBOL(__umodti3);
#undef URSA_SYMBOL
#undef URSA_MATH1
#undef URSA_MATH2
  addImageSymbols(table);
  table[kPrintfSymbol] = addressOf(&printKernelText);
  return table;
}

} // namespace

void *runtimeSymbol(const std::string &name) {
  static const Table &table =
      *new Table(makeTable()); // never freed, so that it is usable until the process ends
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

} // namespace ursa::compiler::host
