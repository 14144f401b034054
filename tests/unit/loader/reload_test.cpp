// A program that repeatedly opens the loader's library, uses it and closes it, like a plug-in host:
// its memory does not grow.

#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <malloc.h>

namespace ursa::core::loader {
namespace {

template <class Function> Function functionOf(void *library, const char *name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

void cycle() {
  void *library = dlopen(URSA_LOADER, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto init = functionOf<decltype(&urLoaderInit)>(library, "urLoaderInit");
  const auto get = functionOf<decltype(&urAdapterGet)>(library, "urAdapterGet");
  const auto release = functionOf<decltype(&urAdapterRelease)>(library, "urAdapterRelease");
  const auto tearDown = functionOf<decltype(&urLoaderTearDown)>(library, "urLoaderTearDown");
  ASSERT_TRUE(init && get && release && tearDown);
  ASSERT_EQ(init(0, nullptr), UR_RESULT_SUCCESS);
  ur_adapter_handle_t adapter = nullptr;
  ASSERT_EQ(get(1, &adapter, nullptr), UR_RESULT_SUCCESS);
  ASSERT_NE(adapter, nullptr);
  ASSERT_EQ(release(adapter), UR_RESULT_SUCCESS);
  ASSERT_EQ(tearDown(), UR_RESULT_SUCCESS);
  ASSERT_EQ(dlclose(library), 0);
}

TEST(LoaderLibrary, CyclesOfOpenAndCloseLeakNothing) {
  const ScopedVariable force("UR_ADAPTERS_FORCE_LOAD",
                             URSA_FIXTURE_DIR "/first/libur_adapter_host.so.0");
  for (int i = 0; i < 3; ++i)
    cycle();
  const size_t before = mallinfo2().uordblks;
  constexpr size_t kCycles = 50;
  for (size_t i = 0; i < kCycles; ++i)
    cycle();
  const size_t after = mallinfo2().uordblks;
  EXPECT_LT(after, before + kCycles * 16) << "bytes before and after " << kCycles << " cycles";
}

} // namespace
} // namespace ursa::core::loader
