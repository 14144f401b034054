// What the suites need to know about the adapter under test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ursa::conformance {

/// Path of the adapter's library.
std::string adapterPath();

/// A target string that the device takes, as "host-x86_64".
std::string imageTarget();

/// The kernels of a file in kernels/, in the device's own format.
std::vector<uint8_t> image(const std::string &name);

/// The same kernels as OpenCL SPIR-V.
std::vector<uint8_t> il(const std::string &name);

} // namespace ursa::conformance
