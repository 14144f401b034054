// The convolution in plain C++, and the comparison of a device's picture with it.
#pragma once

#include "examples/demo/filters.h"
#include "examples/demo/picture.h"

#include <string>

namespace ursa::demo {

/// A device may order a float sum differently or fuse multiplications and additions. That changes a
/// sum by far less than 1/255, but occasionally across a rounding boundary: one step of a channel.
constexpr int kTolerance = 1;

/// Computes for each channel except alpha the weighted sum around a pixel, clamped to 0..255 and
/// rounded, ties to even. Outside the picture the nearest pixel is used. Alpha is unchanged.
Picture convolveReference(const Picture &picture, const Filter &filter);

/// The same into @p result, a picture of the same size, on so many threads: what a program without
/// devices would do. The loops are compiled for several kinds of processors, and their radius is a
/// variable.
void convolveOnThreads(const Picture &picture, const Filter &filter, Picture &result,
                       unsigned threads);

struct Difference {
  int largest = 0;        ///< in any channel of any pixel
  bool isWrong = false;   ///< largest is above the tolerance
  std::string firstWrong; ///< a sentence about the first wrong pixel, if there is one
};

/// Compares pictures of the same size.
Difference compare(const Picture &result, const Picture &reference);

} // namespace ursa::demo
