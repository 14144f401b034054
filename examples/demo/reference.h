// The convolution in plain C++, and how a device's picture compares with it.
#pragma once

#include "examples/demo/filters.h"
#include "examples/demo/picture.h"

#include <string>

namespace ursa::demo {

/// A device may order a float sum differently or fuse its multiplications and additions. That moves
/// a sum by far less than 1/255, but across a rounding boundary now and then: one step of a
/// channel.
constexpr int kTolerance = 1;

/// Every channel but alpha: the weighted sum around a pixel, held to 0..255 and rounded, ties
/// to even; outside the
/// picture the nearest pixel counts. Alpha is kept.
Picture convolveReference(const Picture &picture, const Filter &filter);

struct Difference {
  int largest = 0;        ///< in any channel of any pixel
  bool isWrong = false;   ///< largest is above the tolerance
  std::string firstWrong; ///< then: the first wrong pixel, as a sentence
};

/// Compares pictures of the same size.
Difference compare(const Picture &result, const Picture &reference);

} // namespace ursa::demo
