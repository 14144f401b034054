// The kernels of a program with one image are built with the first queue of a CUDA device, so that
// the first launch need not; on other devices a launch builds its kernel. The tracing layer tells.
#include "check.h"

#include <cstdio>
#include <string>

namespace {

void launch() {
  sycl::queue queue;
  int *const number = sycl::malloc_device<int>(1, queue);
  queue.single_task([=] { *number = 1; });
  queue.wait();
  sycl::free(number, queue);
}

std::string traceOf(const char *program) {
  const std::string command = "UR_ENABLE_LAYERS=UR_LAYER_TRACING "
                              "UR_LOG_TRACING='level:info;output:stdout' '" +
                              std::string(program) + "' traced";
  FILE *const output = popen(command.c_str(), "r");
  std::string text;
  for (int c; (c = std::fgetc(output)) != EOF;)
    text += static_cast<char>(c);
  CHECK_EQUAL(pclose(output), 0);
  return text;
}

} // namespace

int main(int argumentCount, char **arguments) {
  if (argumentCount > 1) {
    launch();
    return 0;
  }
  const std::string trace = traceOf(arguments[0]);
  const size_t built = trace.find("---> ursaBundleBuild(");
  const size_t allocated = trace.find("---> urUSMDeviceAlloc(");
  CHECK(built != std::string::npos && allocated != std::string::npos);
  CHECK(trace.find("---> ursaBundleBuild(", built + 1) == std::string::npos);
  const bool isCuda = sycl::device().get_backend() == sycl::backend::ext_oneapi_cuda;
  CHECK_EQUAL(built < allocated, isCuda);
  return failures != 0;
}
