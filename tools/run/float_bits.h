// 16-bit floating point, for which this compiler's C++ has no types.
#pragma once

#include <cstdint>

namespace ursa::run {

/// A format with one sign bit and 15 bits of exponent and mantissa.
struct SmallFloat {
  int exponentBits;
  int mantissaBits;
};

constexpr SmallFloat kHalf{5, 10};
constexpr SmallFloat kBFloat{8, 7};

/// The nearest value, ties to even; too large values become infinity.
uint16_t toSmallFloat(SmallFloat format, double value);

/// The exact value.
double fromSmallFloat(SmallFloat format, uint16_t bits);

} // namespace ursa::run
