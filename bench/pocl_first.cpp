// ursa-bench-pocl: a kernel with a literal on PoCL, in a process of its own; see
// second_process.cpp. Prints the time of the steady clock in seconds when it had the result.
#include "bench/pocl.h"

#include <chrono>
#include <cstdio>
#include <exception>

int main() {
  try {
    const auto pocl = ursa::bench::Pocl::open();
    if (!pocl) {
      std::fputs("ursa-bench-pocl: no PoCL device was found\n", stderr);
      return 1;
    }
    pocl->build("kernel void write_value(global int *out) { *out = VALUE; }", "write_value",
                "-DVALUE=7", true)
        ->launch();
    if (pocl->readBuffer() != 7)
      return 1;
    const std::chrono::duration<double> end = std::chrono::steady_clock::now().time_since_epoch();
    std::printf("%.9f\n", end.count());
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "ursa-bench-pocl: %s\n", error.what());
    return 1;
  }
}
