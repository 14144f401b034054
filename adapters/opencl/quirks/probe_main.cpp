// ursa-opencl-probe TRAITS < IDENTITY: finds the device with this identity and probes whether its
// driver sets specialization constants of these traits correctly. The adapter runs it as a child
// process; users do not.
//
// It is installed beside the adapter. The last line of its output is one of the constants in
// probe.h; if the driver crashes, that line is missing.
#include "adapters/opencl/quirks/probe.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>

namespace ursa::opencl {
namespace {

std::vector<cl_device_id> allDevices() {
  std::vector<cl_device_id> all;
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
    return all;
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  for (cl_platform_id platform : platforms) {
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS)
      continue;
    std::vector<cl_device_id> devices(count);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr) == CL_SUCCESS)
      all.insert(all.end(), devices.begin(), devices.end());
  }
  return all;
}

} // namespace
} // namespace ursa::opencl

int main(int argc, char **argv) {
  using namespace ursa::opencl;
  if (argc != 2)
    return EXIT_FAILURE;
  const auto traits = static_cast<ursa::spirv::Traits>(std::strtoul(argv[1], nullptr, 10));
  const std::string wanted(std::istreambuf_iterator<char>(std::cin), {});
  const std::vector<cl_device_id> devices = allDevices();
  const auto found = std::find_if(devices.begin(), devices.end(), [&](cl_device_id device) {
    return identityOf(device) == wanted;
  });
  const char *answer = found == devices.end()          ? kProbeNoDevice
                       : setsConstants(*found, traits) ? kProbeYes
                                                       : kProbeNo;
  std::printf("\n%s", answer);
  std::fflush(stdout);
  std::_Exit(EXIT_SUCCESS); // skips the driver's unload handlers, which may crash
}
