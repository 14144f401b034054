// Conversions of half and bfloat16.
#include "tools/run/float_bits.h"

#include <cmath>
#include <limits>

namespace ursa::run {

uint16_t toSmallFloat(SmallFloat format, double value) {
  const int bias = (1 << (format.exponentBits - 1)) - 1;
  const uint16_t infinity =
      static_cast<uint16_t>(((1 << format.exponentBits) - 1) << format.mantissaBits);
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | infinity | (1 << (format.mantissaBits - 1)));
  if (std::isinf(value))
    return sign | infinity;
  if (value == 0)
    return sign;

  // The weight of the last mantissa bit: that of the value's own exponent, but at least the
  // smallest.
  int exponent = 0;
  std::frexp(value, &exponent); // |value| in [2^(exponent-1), 2^exponent)
  const int lowest = 1 - bias;
  const int unit = std::max(exponent - 1, lowest) - format.mantissaBits;
  const double steps = std::nearbyint(std::ldexp(std::fabs(value), -unit));
  // The mantissa of a normal number includes the hidden bit. Adding it to the exponent field minus
  // one also carries a mantissa that was rounded up to the next power of two.
  const double field = static_cast<double>(unit + format.mantissaBits - lowest);
  const double bits = std::ldexp(field, format.mantissaBits) + steps;
  return sign | (bits >= infinity ? infinity : static_cast<uint16_t>(bits));
}

double fromSmallFloat(SmallFloat format, uint16_t bits) {
  const int bias = (1 << (format.exponentBits - 1)) - 1;
  const int maxExponent = (1 << format.exponentBits) - 1;
  const int exponent = (bits & 0x7FFF) >> format.mantissaBits;
  const int mantissa = bits & ((1 << format.mantissaBits) - 1);
  double value = 0;
  if (exponent == maxExponent)
    value = mantissa ? std::numeric_limits<double>::quiet_NaN()
                     : std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    value = std::ldexp(mantissa, 1 - bias - format.mantissaBits);
  else
    value =
        std::ldexp(mantissa + (1 << format.mantissaBits), exponent - bias - format.mantissaBits);
  return std::copysign(value, bits & 0x8000 ? -1.0 : 1.0);
}

} // namespace ursa::run
