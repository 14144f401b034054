// Libraries with kernels, constants and variables of the same names: the one that launches has its
// own, while others are open and after they are closed. So has the program, which is compiled of
// the same source. Arguments: "local" or "global", as dlopen opens them, and three libraries, which
// have the numbers 1, 2 and 3.
#include "plugin.cpp"

#include "../check.h"

#include <string>
#include <vector>

#include <dlfcn.h>

namespace {

int mode = RTLD_LOCAL;

class Library {
public:
  explicit Library(const char *path) : handle_(dlopen(path, RTLD_NOW | mode)) {
    if (!handle_)
      std::fprintf(stderr, "%s\n", dlerror());
  }
  ~Library() { close(); }
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  void close() {
    if (handle_)
      dlclose(handle_);
    handle_ = nullptr;
  }
  template <class Function> Function *function(const char *name) const {
    return reinterpret_cast<Function *>(dlsym(handle_, name));
  }

private:
  void *handle_;
};

/// Checks what a library with a number finds. @p shared: the dynamic linker has found its inline
/// functions in a library that was opened earlier.
void check(FindAll *function, sycl::queue &queue, int number, bool shared) {
  Found found{};
  function(&queue, &found);
  CHECK_EQUAL(found.kernel, number);
  CHECK_EQUAL(found.function, 2 * number);
  CHECK_EQUAL(found.reduction, 64 * number);
  CHECK_EQUAL(found.kernelOfBundle, 3 * number);
  CHECK_EQUAL(found.ofGraph, 4 * number);
  CHECK_EQUAL(found.specialized, 5 * number);
  CHECK_EQUAL(found.defaultConstant, 10 * number);
  CHECK_EQUAL(found.bundleConstant, 10 * number);
  CHECK_EQUAL(found.setByHandler, 7);
  CHECK_EQUAL(found.setByBundle, 8);
  CHECK_EQUAL(found.hasKernels, 1);
  CHECK_EQUAL(found.kernelOfInline, found.hostOfInline);
  if (!shared) {
    CHECK_EQUAL(found.hostOfInline, number);
    CHECK(found.counter != 0 && found.counter % number == 0);
  }
}
void check(const Library &library, sycl::queue &queue, int number, bool shared = false) {
  check(library.function<FindAll>("findAll"), queue, number, shared);
}

/// Two libraries are open.
void testBoth(sycl::queue &queue, const char *first, const char *second, int numberOfSecond) {
  Library one(first);
  check(one, queue, 1);
  Library two(second);
  const bool shared = mode == RTLD_GLOBAL;
  check(two, queue, numberOfSecond, shared);
  check(one, queue, 1);
  CHECK_EQUAL(two.function<Launch>("launchInBundle")(&queue), numberOfSecond);
  CHECK_EQUAL(one.function<Launch>("launchInBundle")(&queue), 1);

  std::vector<sycl::kernel_id> ids;
  for (const Library *library : {&one, &two, &one})
    library->function<KernelId>("kernelId")(&ids);
  const sycl::kernel_id idOfOne = ids[0], idOfTwo = ids[1];
  CHECK(idOfOne != idOfTwo && idOfOne == ids[2]);
  CHECK(std::string(idOfOne.get_name()) == idOfTwo.get_name());
  const auto ofOne = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      queue.get_context(), {queue.get_device()}, {idOfOne});
  CHECK(ofOne.has_kernel(idOfOne) && !ofOne.has_kernel(idOfTwo));
  CHECK_THROWS(invalid, (void)ofOne.get_kernel(idOfTwo));
  unsigned count = 0;
  for (const sycl::kernel_id &id : sycl::get_kernel_ids())
    count += id == idOfOne || id == idOfTwo;
  CHECK_EQUAL(count, 2);

  one.close();
  check(two, queue, numberOfSecond, shared);
}

/// Each library is closed before the next one is opened, perhaps at the same address.
void testOneAfterTheOther(sycl::queue &queue, const std::vector<const char *> &libraries) {
  for (int round = 0; round < 2; ++round)
    for (size_t i = 0; i < libraries.size(); ++i) {
      const Library library(libraries[i]);
      const int number = static_cast<int>(i) + 1;
      CHECK_EQUAL(library.function<Launch>("launch")(&queue), number);
      CHECK_EQUAL(library.function<Launch>("launch")(&queue), number);
      check(library, queue, number);
    }
}

} // namespace

int main(int count, char **arguments) {
  if (count != 5)
    return 2;
  mode = std::string(arguments[1]) == "global" ? RTLD_GLOBAL : RTLD_LOCAL;
  sycl::queue queue{sycl::property::queue::in_order()};
  check(&findAll, queue, NUMBER, false);
  testOneAfterTheOther(queue, {arguments[2], arguments[3], arguments[4]});
  testBoth(queue, arguments[2], arguments[3], 2);
  testBoth(queue, arguments[2], arguments[4], 3); // whose constant has another size
  check(&findAll, queue, NUMBER, false);
  return failures != 0;
}
