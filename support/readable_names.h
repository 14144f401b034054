// Names of kernels, functions and devices as people read them. Kernels of SYCL and functions of C++
// have mangled names, which no message shows.
#pragma once

#include <string>
#include <string_view>

namespace ursa::inline support {

/// Precedes the id of a translation unit in names of what has internal linkage: kernels of SYCL,
/// ids of specialization constants.
inline constexpr std::string_view kTranslationUnit = "__unit_";

/// Returns the name in the source of a mangled one: "scale(float)" for "_Z5scalef"; for a kernel of
/// SYCL the type that names it. Very long names are cut in the middle. Other names are returned as
/// they are.
std::string readableName(std::string_view name);

/// Returns a sentence whose mangled names are readable. Paths of files stay as they are.
std::string withReadableNames(std::string_view sentence);

/// Returns the name of a device without blanks at its ends, which drivers pad names with.
std::string_view trimmedName(std::string_view name);

} // namespace ursa::inline support
