// The picture that the demo uses without an input file.
#pragma once

#include "examples/demo/picture.h"

namespace ursa::demo {

/// Creates a colourful picture with soft gradients, sharp edges, thin lines and grain, so that
/// blurring, sharpening and edge detection are all visible. It is always the same.
Picture makeSyntheticPicture(size_t width, size_t height);

} // namespace ursa::demo
