// Buffers as AdaptiveCpp's extensions make them: over unified shared memory, with explicit
// policies, and their memory on devices.
#include "check.h"

#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

static_assert(ACPP_EXT_BUFFER_USM_INTEROP && ACPP_EXT_EXPLICIT_BUFFER_POLICIES &&
              ACPP_EXT_UPDATE_DEVICE && HIPSYCL_EXT_BUFFER_USM_INTEROP);

namespace {

namespace allocation = sycl::buffer_allocation;
namespace policy = sycl::property::buffer;
constexpr size_t kCount = 1024;
const sycl::range<1> kSize(kCount);

template <class Buffer> sycl::event addTo(sycl::queue &queue, Buffer &buffer, int number) {
  return queue.submit([&](sycl::handler &group) {
    sycl::accessor elements(buffer, group);
    group.parallel_for(kSize, [=](sycl::id<1> i) { elements[i] += number; });
  });
}

std::vector<int> numbersFrom(int first) {
  std::vector<int> numbers(kCount);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

void memoryOfBuffers(sycl::queue &queue) {
  const sycl::device device = queue.get_device();
  int *memory = nullptr;
  {
    sycl::buffer<int> buffer(kSize);
    CHECK(!buffer.has_allocation(device) && buffer.get_pointer(device) == nullptr);
    CHECK(codeOf([&] { (void)buffer.get_allocation(device); }) == sycl::errc::invalid);
    CHECK(codeOf([&] { buffer.own_allocation(device); }) == sycl::errc::invalid);
    queue
        .submit([&](sycl::handler &group) {
          sycl::accessor elements(buffer, group, sycl::write_only, sycl::no_init);
          group.parallel_for(kSize, [=](sycl::id<1> i) { elements[i] = static_cast<int>(i[0]); });
        })
        .wait();
    CHECK(buffer.has_allocation(device));
    memory = buffer.get_pointer(device);
    allocation::descriptor<int> found = buffer.get_allocation(memory);
    CHECK(found.ptr == memory && found.dev == device && found.is_owned);
    buffer.own_allocation(memory);
    buffer.own_allocation(device);
    CHECK(buffer.get_allocation(device).is_owned);
    buffer.disown_allocation(memory);
    CHECK(!buffer.get_allocation(device).is_owned);
    int others = 0, same = 0;
    buffer.for_each_allocation([&](const allocation::descriptor<int> &each) {
      (each.ptr == memory ? same : others) += 1;
    });
    CHECK_EQUAL(same, 1);
    CHECK_EQUAL(others, 0);
    int foreign = 0;
    CHECK(codeOf([&] { buffer.disown_allocation(&foreign); }) == sycl::errc::invalid);
  }
  std::vector<int> contents(kCount);
  queue.copy(memory, contents.data(), kCount).wait(); // the program's now
  CHECK(contents == numbersFrom(0));
  sycl::free(memory, queue);
}

void overSharedMemory(sycl::queue &queue) {
  const sycl::device device = queue.get_device();
  int *const one = sycl::malloc_device<int>(kCount, queue);
  int *const other = sycl::malloc_device<int>(kCount, queue);
  {
    sycl::buffer<int> buffer{{allocation::empty_view(one, device)}, kSize};
    CHECK(buffer.get_pointer(device) == one);
    buffer.for_each_allocation(
        [&](const auto &each) { CHECK(each.ptr == one && !each.is_owned && each.dev == device); });
    {
      sycl::host_accessor elements(buffer, sycl::write_only, sycl::no_init);
      for (size_t i = 0; i < kCount; ++i)
        elements[i] = static_cast<int>(i);
    }
    addTo(queue, buffer, 1);
  }
  std::vector<int> contents(kCount);
  queue.copy(one, contents.data(), kCount).wait();
  CHECK(contents == numbersFrom(1));
  {
    sycl::buffer<int> buffer(std::vector{allocation::view(one, device, allocation::take_ownership)},
                             kSize);
    CHECK(buffer.get_allocation(one).is_owned);
    buffer.disown_allocation(one);
    queue.submit([&](sycl::handler &group) {
      sycl::accessor elements(buffer, group, sycl::read_only);
      group.parallel_for(kSize, [=](sycl::id<1> i) { other[i] = elements[i]; });
    });
    const sycl::host_accessor elements(buffer, sycl::read_only);
    CHECK_EQUAL(elements[kCount - 1], static_cast<int>(kCount));
  }
  {
    std::vector<int> last(kCount);
    auto view = sycl::make_sync_usm_view(std::vector{allocation::view(one, device)}, kSize);
    addTo(queue, view, 10);
    view.set_final_data(last.begin());
    view = sycl::make_async_usm_view(std::vector{allocation::view(other, device)}, kSize);
    CHECK(last == numbersFrom(11));
    addTo(queue, view, 5);
  }
  queue.wait();
  queue.copy(other, contents.data(), kCount).wait();
  CHECK(contents == numbersFrom(6));
  // The contents are on the host when the buffer ends: they are not brought to the memory.
  {
    sycl::buffer<int> buffer(std::vector{allocation::view(one, device)}, kSize);
    sycl::host_accessor elements(buffer);
    elements[0] = -1;
  }
  queue.copy(one, contents.data(), kCount).wait();
  CHECK_EQUAL(contents[0], 11);
  CHECK(codeOf([&] {
          sycl::buffer<int> buffer(std::vector{allocation::view<int>(nullptr, device)}, kSize);
        }) == sycl::errc::invalid);
  sycl::free(one, queue);
  // Memory that a buffer owns.
  sycl::buffer<int> owner(
      std::vector{allocation::empty_view(other, device, allocation::take_ownership)}, kSize);
}

void policies(sycl::queue &queue) {
  {
    std::vector<int> numbers = numbersFrom(0);
    auto buffer = sycl::make_sync_buffer(numbers.data(), kSize);
    numbers[20] = -5; // the buffer has a copy
    addTo(queue, buffer, 1);
    const sycl::host_accessor elements(buffer, sycl::read_only);
    CHECK_EQUAL(elements[20], 21);
    CHECK_EQUAL(numbers[21], 21);
  }
  {
    std::vector<int> numbers = numbersFrom(0);
    {
      auto view = sycl::make_sync_writeback_view(numbers.data(), kSize);
      addTo(queue, view, 1);
    }
    CHECK(numbers == numbersFrom(1));
  }
  {
    std::vector<int> numbers = numbersFrom(0);
    sycl::buffer<int> buffer(numbers.data(), kSize,
                             {policy::AdaptiveCpp_buffer_uses_external_storage(false),
                              policy::hipSYCL_buffer_writes_back(true)});
    numbers[3] = 1000;
    addTo(queue, buffer, 2);
    {
      const sycl::host_accessor elements(buffer, sycl::read_only);
      CHECK_EQUAL(elements[3], 5);
    }
    CHECK_EQUAL(numbers[3], 1000);
    buffer = sycl::make_sync_buffer<int>(kSize);
    CHECK(numbers == numbersFrom(2));
  }
  {
    std::vector<int> numbers = numbersFrom(0);
    auto view = sycl::make_sync_view(numbers.data(), kSize);
    const sycl::host_accessor elements(view, sycl::read_only);
    CHECK(&elements[0] == numbers.data());
  }
}

/// The end of such a buffer does not wait for a host task that waits for the end.
void endsThatDoNotBlock(sycl::queue &queue) {
  std::atomic<bool> isOver = false;
  std::vector<int> numbers = numbersFrom(0);
  const auto waiting = queue.submit([&](sycl::handler &group) {
    group.host_task([&] {
      while (!isOver)
        std::this_thread::yield();
    });
  });
  {
    auto view = sycl::make_async_writeback_view(numbers.data(), kSize, queue);
    auto buffer = sycl::make_async_buffer(numbers.data(), kSize);
    auto other = sycl::make_async_buffer<int>(kSize);
    queue.submit([&](sycl::handler &group) {
      group.depends_on(waiting);
      sycl::accessor a(view, group);
      sycl::accessor b(buffer, group, sycl::read_only);
      sycl::accessor c(other, group, sycl::write_only, sycl::no_init);
      group.parallel_for(kSize, [=](sycl::id<1> i) { a[i] += c[i] = b[i] + 1; });
    });
  }
  isOver = true;
  queue.wait();
  for (size_t i = 0; i < kCount; ++i)
    CHECK_EQUAL(numbers[i], static_cast<int>(2 * i + 1));
  {
    auto view = sycl::make_async_writeback_view(numbers.data(), kSize);
    auto unused = sycl::make_async_view(numbers.data(), kSize);
    (void)unused;
  }
  sycl::queue ordered(queue.get_device(), sycl::property::queue::in_order());
  {
    auto view = sycl::make_async_writeback_view(numbers.data(), kSize, ordered);
    addTo(ordered, view, -1);
  }
  ordered.wait();
  CHECK_EQUAL(numbers[4], 8);
}

void updateDevice(sycl::queue &queue) {
  sycl::buffer<int> buffer(kSize);
  {
    sycl::host_accessor elements(buffer, sycl::write_only, sycl::no_init);
    std::iota(elements.begin(), elements.end(), 0);
  }
  queue
      .submit([&](sycl::handler &group) {
        sycl::accessor elements(buffer, group, sycl::read_only);
        group.update(elements);
      })
      .wait();
  std::vector<int> contents(kCount);
  const int *const memory = buffer.get_pointer(queue.get_device());
  CHECK(memory != nullptr);
  queue.memcpy(contents.data(), memory, kCount * sizeof(int)).wait();
  CHECK(contents == numbersFrom(0));
  sycl::accessor placeholder(buffer);
  CHECK(codeOf([&] { queue.submit([&](sycl::handler &group) { group.update(placeholder); }); }) ==
        sycl::errc::invalid);
}

template <class T, int D, sycl::access_mode M, sycl::target W, sycl::accessor_variant V>
constexpr sycl::accessor_variant variantOf(const sycl::accessor<T, D, M, W, V> &) {
  return V;
}

void accessorVariants(sycl::queue &queue) {
  static_assert(ACPP_EXT_ACCESSOR_VARIANTS);
  using sycl::accessor_variant;
  sycl::buffer<int> buffer(kSize);
  queue.submit([&](sycl::handler &group) {
    sycl::raw_accessor<int> raw(buffer, group, sycl::no_init);
    sycl::accessor tagged(buffer, group, sycl::read_write_raw, sycl::no_init);
    sycl::ranged_accessor<int> part(buffer, group, sycl::range(10), sycl::id(5));
    sycl::accessor<int> plain = part;
    sycl::unranged_accessor<const int> reads(sycl::unranged_accessor<int>(buffer, group));
    CHECK(variantOf(raw) == accessor_variant::raw && !raw.is_placeholder());
    CHECK(plain.get_offset() == sycl::id(5) && plain.get_range() == sycl::range(10));
    CHECK(variantOf(reads) == accessor_variant::unranged);
    group.parallel_for(kSize, [=](sycl::id<1> i) { raw[i] = tagged.size() == kCount ? 3 : 0; });
  });
  sycl::unranged_placeholder_accessor<int> placeholder(buffer);
  sycl::ranged_placeholder_accessor<int> part(buffer, sycl::range(7), sycl::id(1));
  CHECK(placeholder.is_placeholder() && part.is_placeholder());
  queue.submit([&](sycl::handler &group) {
    group.require(placeholder);
    group.parallel_for(kSize, [=](sycl::id<1> i) { placeholder[i] += 1; });
  });
  const sycl::host_accessor elements(buffer, sycl::read_only);
  CHECK_EQUAL(elements[9], 4);
}

} // namespace

int main() {
  sycl::queue queue;
  memoryOfBuffers(queue);
  overSharedMemory(queue);
  policies(queue);
  endsThatDoNotBlock(queue);
  updateDevice(queue);
  accessorVariants(queue);
  return failures != 0;
}
