// Requests a native build in the background and ends while it may run.
//   tier_exit ADAPTER IMAGES exit|teardown|fork
#include "client/check.h"
#include "client/device_memory.h"
#include "client/devices.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace ursa::client;

int run(const char *adapter, const char *path, const std::string &how) {
  const DeviceList devices;
  auto *const session = new Session(devices.select(adapter)); // not released at exit
  ImagesHandle images;
  check(ursaImagesLoad(path, images.out()), "Loading images");
  auto *const bundle = new BundleHandle;
  check(ursaBundleCreate(session->context.get(), 1, &session->device.handle, images.get(),
                         URSA_SPECIALIZATION_MODE_TIERED, bundle->out()),
        "Creating a bundle");
  const int32_t scale = 5;
  check(ursaBundleSetSpecializationConstant(bundle->get(), "scale", sizeof(scale), &scale),
        "Setting a constant");
  check(ursaBundleBuild(bundle->get(), nullptr), "Building");
  if (how == "teardown") {
    delete bundle;
    delete session;
  }
  if (how == "fork") {
    const pid_t child = fork();
    if (child == 0) {
      const int code = ursaBundleRelease(bundle->get()) == UR_RESULT_ERROR_UNINITIALIZED ? 0 : 1;
      if (std::string(adapter) != "host") // drivers join threads at exit that the child lacks
        _exit(code);
      std::exit(code);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
      return 1;
  }
  return 0;
}

} // namespace

int main(int, char **arguments) try {
  return run(arguments[1], arguments[2], arguments[3]);
} catch (const std::exception &failure) {
  std::fprintf(stderr, "%s\n", failure.what());
  return 1;
}
