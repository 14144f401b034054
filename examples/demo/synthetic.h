// The picture that the demo makes when it is given none.
#pragma once

#include "examples/demo/picture.h"

namespace ursa::demo {

/// A colourful picture with soft gradients, sharp edges, thin lines and grain, so that a blur, a
/// sharpening and an edge filter each show. The same one every time.
Picture makeSyntheticPicture(size_t width, size_t height);

} // namespace ursa::demo
