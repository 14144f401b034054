// An object that was compiled with other headers: launches throw a sentence, and the queue goes on.
#include <sycl/detail/defines.hpp>

#undef URSA_SYCL_VERSION
#define URSA_SYCL_VERSION 9999
#include "check.h"

#include <cstring>

int main() {
  sycl::queue queue;
  try {
    queue.single_task([] {});
    CHECK(!"launched");
  } catch (const sycl::exception &error) {
    CHECK(error.code() == sycl::errc::invalid);
    CHECK(std::strstr(error.what(), "9999"));
  }
  CHECK_THROWS(invalid, queue.submit([](sycl::handler &group) { group.single_task([] {}); }));
  int ran = 0;
  queue.submit([&](sycl::handler &group) { group.host_task([&ran] { ++ran; }); });
  queue.wait_and_throw();
  CHECK_EQUAL(ran, 1);
  return failures != 0;
}
