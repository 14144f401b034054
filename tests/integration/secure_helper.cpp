// Prints the effect of the environment on the loader: "<AT_SECURE> <enabled layers> <trace started>
// <variables for child processes> <cache is used>".

#include "core/cache/disk_store.h"
#include "core/layers/layers.h"
#include "support/environment.h"

#include <cstdio>

#include <sys/auxv.h>
#include <unistd.h>

int main(int, char **arguments) {
  if (urLoaderInit(0, nullptr) != UR_RESULT_SUCCESS)
    return 1;
  const bool isTraced = arguments[1] && access(arguments[1], F_OK) == 0;
  std::printf("%lu %u %d %d %d\n", getauxval(AT_SECURE), ursa::core::layers::activeLayers(),
              isTraced, !ursa::environmentForChild().empty(),
              ursa::core::cache::diskStore() != nullptr);
  return urLoaderTearDown() == UR_RESULT_SUCCESS ? 0 : 1;
}
