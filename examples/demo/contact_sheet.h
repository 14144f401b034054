// Arranges pictures side by side with their names: each as a whole, and below it its enlarged
// centre.
#pragma once

#include "examples/demo/picture.h"

#include <string>
#include <vector>

namespace ursa::demo {

struct Named {
  std::string name; ///< in the capital letters of glyphs.h
  Picture picture;
};

/// All pictures must be of the same size.
Picture makeContactSheet(const std::vector<Named> &pictures);

} // namespace ursa::demo
