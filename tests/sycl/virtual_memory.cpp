// Physical memory in reserved ranges of addresses (sycl_ext_oneapi_virtual_mem).
#include "check.h"

namespace ext = sycl::ext::oneapi::experimental;

namespace {

void withoutSupport(const sycl::queue &queue) {
  const sycl::context context = queue.get_context();
  CHECK_THROWS(feature_not_supported, ext::physical_mem(queue, 4096));
  CHECK_THROWS(feature_not_supported, ext::reserve_virtual_mem(4096, context));
  CHECK_THROWS(feature_not_supported, ext::get_mem_granularity(context));
}

void grows(sycl::queue &queue) {
  const sycl::context context = queue.get_context();
  const sycl::device device = queue.get_device();
  const size_t part = ext::get_mem_granularity(device, context);
  CHECK(part >= ext::get_mem_granularity(device, context, ext::granularity_mode::minimum));
  CHECK_EQUAL(ext::get_mem_granularity(context), part);
  const size_t perPart = part / sizeof(int);
  const uintptr_t start = ext::reserve_virtual_mem(2 * part, context);
  const auto all = reinterpret_cast<int *>(start);
  {
    const ext::physical_mem first(queue, part);
    const ext::physical_mem second(device, context, part, {});
    CHECK(first != second && first == ext::physical_mem(first));
    CHECK(first.size() == part && first.get_device() == device && first.get_context() == context);
    CHECK(first.map(start, part, ext::address_access_mode::read_write) == all);
    CHECK(ext::get_access_mode(all, part, context) == ext::address_access_mode::read_write);
    second.map(start + part, part, ext::address_access_mode::read_write);
  }
  // What is mapped outlives the objects. One kernel uses both parts.
  queue.parallel_for(2 * perPart, [=](sycl::id<1> i) { all[i] = static_cast<int>(i); }).wait();
  std::vector<int> copy(2 * perPart);
  queue.copy(all, copy.data(), copy.size()).wait_and_throw();
  for (size_t i = 0; i < copy.size(); i += 511)
    CHECK_EQUAL(copy[i], static_cast<int>(i));
  ext::set_access_mode(all, part, ext::address_access_mode::read, context);
  CHECK(ext::get_access_mode(all, part, context) == ext::address_access_mode::read);
  ext::unmap(all, part, context);
  ext::unmap(all + perPart, part, context);
  ext::free_virtual_mem(start, 2 * part, context);
  CHECK_THROWS(memory_allocation, ext::physical_mem(queue, part + 1));
}

} // namespace

int main() {
  static_assert(SYCL_EXT_ONEAPI_VIRTUAL_MEM == 1);
  sycl::queue queue;
  if (queue.get_device().has(sycl::aspect::ext_oneapi_virtual_mem))
    grows(queue);
  else
    withoutSupport(queue);
  return failures != 0;
}
