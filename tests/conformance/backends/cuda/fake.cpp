// Loads the fake driver into the program, so that the adapter opens it in place of the machine's.
// URSA_FAKE_DEVICES is the number of its devices.
#include "cuda/fake_driver.h"

#include <cstdlib>

namespace {

[[maybe_unused]] const ursa::testing::FakeCuda &theDriver = []() -> ursa::testing::FakeCuda & {
  if (const char *const devices = std::getenv("URSA_FAKE_DEVICES"))
    fakeCuda()->devices = std::atoi(devices);
  return *fakeCuda();
}();

} // namespace
