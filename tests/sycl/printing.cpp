// printf and failed assertions of kernels, as the program's standard output has them.
#include "check.h"

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

using namespace sycl;

/// Returns what a function writes to the standard output.
template <class Function> std::string outputOf(const Function &function) {
  char path[] = "/tmp/sycl-printing-XXXXXX";
  const int file = mkstemp(path);
  std::fflush(stdout);
  const int before = dup(1);
  dup2(file, 1);
  function();
  std::fflush(stdout);
  dup2(before, 1);
  std::string text(4096, '\0');
  text.resize(size_t(pread(file, text.data(), text.size(), 0)));
  close(file);
  close(before);
  unlink(path);
  return text;
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  namespace experimental = sycl::ext::oneapi::experimental;
  CHECK(outputOf([&] {
          q.single_task<class Prints>([=] {
             experimental::printf("%d %.2f %s 100%%\n", 7, 1.5f, "text");
           }).wait();
        }) == "7 1.50 text 100%\n");
  CHECK(outputOf([&] { experimental::printf("%d\n", 3); }) == "3\n");

  int *data = malloc_shared<int>(4, q);
  for (int i = 0; i < 4; ++i)
    data[i] = 0;
  const auto run = [&] {
    q.parallel_for<class Asserts>(range<1>(4), [=](id<1> i) {
       assert(i[0] != 2);
       data[i[0]] = 1;
     }).wait();
  };
  if (q.get_backend() == backend::cuda) { // prints to the standard error, and ends
    std::string error;
    try {
      run();
    } catch (const exception &caught) {
      error = caught.what();
    }
    CHECK(error.find("CUDA_ERROR_ASSERT") != std::string::npos);
    CHECK(error.find("Asserts") != std::string::npos);
    return failures != 0;
  }
  const std::string text = outputOf(run);
  CHECK(text.find("Assertion `i[0] != 2` failed.") != std::string::npos);
  CHECK(text.find("global id: [2,0,0]") != std::string::npos);
  CHECK(text.find("printing.cpp:") != std::string::npos);
  CHECK_EQUAL(data[1], 1);
  CHECK_EQUAL(data[2], 0);
  CHECK_EQUAL(data[3], 1);
  sycl::free(data, q);
  return failures != 0;
}
