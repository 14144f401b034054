// Loads the fake driver into the program, so that the adapter opens it in place of the machine's.
#include "cuda/fake_driver.h"

namespace {

[[maybe_unused]] const ursa::testing::FakeCuda &theDriver = *fakeCuda();

} // namespace
