// Sentences of exceptions: names of kernels and functions as in the source, devices without blanks
// at the ends of their names, and what in a kernel needs a feature that its device lacks.
#include "check.h"

#include <string>

namespace space {
template <class T> class Named;
class NeedsCustom;
class NeedsHalf;
template <class T> class Missing;
} // namespace space

namespace {

template <class Function> std::string sentenceOf(const Function &function) {
  try {
    function();
  } catch (const sycl::exception &error) {
    return error.what();
  }
  return "nothing was thrown";
}

void checkHas(const std::string &sentence, const std::string &part) {
  const bool isRight =
      sentence.find(part) != std::string::npos && sentence.find("_Z") == std::string::npos;
  CHECK(isRight);
  if (!isRight)
    std::fprintf(stderr, "'%s' is not in: %s\n", part.c_str(), sentence.c_str());
}

[[sycl::device_has(sycl::aspect::custom)]] void needsCustom(int *value) { *value = 1; }

float halved(float value) { return static_cast<float>(static_cast<sycl::half>(value) * 0.5f); }

void checkKernels(sycl::queue &queue, const std::string &device) {
  int *const memory = sycl::malloc_device<int>(1, queue);
  checkHas(sentenceOf([&] {
             queue.parallel_for<space::Named<int>>(sycl::nd_range<1>(7, 2),
                                                   [=](sycl::nd_item<1>) { *memory = 1; });
           }),
           "The kernel 'space::Named<int>' is launched with");
  checkHas(sentenceOf([&] {
             queue.parallel_for(sycl::nd_range<1>(7, 2), [=](sycl::nd_item<1>) { *memory = 1; });
           }),
           "The kernel '(anonymous namespace)::checkKernels(");

  const auto custom = [&] {
    queue.single_task<space::NeedsCustom>([=] { needsCustom(memory); }).wait();
  };
  if (!queue.get_device().has(sycl::aspect::custom)) {
    checkHas(sentenceOf(custom), "'space::NeedsCustom' requires the aspect custom (device_has of "
                                 "function '(anonymous namespace)::needsCustom' at messages.cpp:");
    checkHas(sentenceOf(custom), "which '" + device + "' does not have.");
  }
  const auto half = [&] {
    queue
        .single_task<space::NeedsHalf>(
            [=] { *memory = static_cast<int>(halved(static_cast<float>(*memory))); })
        .wait();
  };
  if (!queue.get_device().has(sycl::aspect::fp16))
    checkHas(sentenceOf(half), "'space::NeedsHalf' requires the aspect fp16 (half in function "
                               "'(anonymous namespace)::halved(float)'");
  sycl::free(memory, queue);
}

void checkBundles(const sycl::queue &queue) {
  const auto bundle = sycl::get_kernel_bundle<space::Named<int>, sycl::bundle_state::executable>(
      queue.get_context(), {queue.get_device()});
  checkHas(sentenceOf([&] { (void)bundle.get_kernel<space::Missing<float>>(); }),
           "no kernel 'space::Missing<float>'");
  checkHas(sentenceOf([&] {
             (void)sycl::get_kernel_bundle<space::Missing<float>, sycl::bundle_state::executable>(
                 queue.get_context(), {queue.get_device()});
           }),
           "no kernel 'space::Missing<float>'");
}

} // namespace

int main() {
  sycl::queue queue;
  const auto name = queue.get_device().get_info<sycl::info::device::name>();
  CHECK(!name.empty() && name.front() != ' ' && name.back() != ' ');
  checkKernels(queue, name);
  checkBundles(queue);
  return failures != 0;
}
