// Physical memory of other processes (sycl_ext_oneapi_inter_process_communication). Uses no kernel,
// so that it runs on a fake driver of CUDA, too.
#include "other_process.h"

#include <sycl/ext/oneapi/experimental/ipc_physical_memory.hpp>

#include <numeric>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace physical_memory = ext::ipc::physical_memory;

constexpr size_t kCount = 1000;

/// The first numbers of physical memory, which is mapped meanwhile.
class Mapped {
public:
  Mapped(sycl::queue &queue, const ext::physical_mem &memory)
      : queue_(queue), size_(memory.size()),
        start_(ext::reserve_virtual_mem(size_, queue.get_context())),
        numbers_(
            static_cast<int *>(memory.map(start_, size_, ext::address_access_mode::read_write))) {}
  Mapped(const Mapped &) = delete;
  Mapped &operator=(const Mapped &) = delete;
  ~Mapped() {
    ext::unmap(numbers_, size_, queue_.get_context());
    ext::free_virtual_mem(start_, size_, queue_.get_context());
  }

  std::vector<int> read() {
    std::vector<int> all(kCount);
    queue_.copy(numbers_, all.data(), kCount).wait();
    return all;
  }
  void write(const std::vector<int> &all) { queue_.copy(all.data(), numbers_, kCount).wait(); }

private:
  sycl::queue &queue_;
  const size_t size_;
  const uintptr_t start_;
  int *const numbers_;
};

size_t sizeFor(const sycl::queue &queue) {
  const size_t part = ext::get_mem_granularity(queue.get_device(), queue.get_context());
  return (kCount * sizeof(int) + part - 1) / part * part;
}

std::vector<int> numbersFrom(int first) {
  std::vector<int> numbers(kCount);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

void withoutSupport(sycl::queue &queue) {
  std::byte byte{};
  CHECK_THROWS(feature_not_supported,
               ext::physical_mem(queue, 4096, ext::properties(ext::enable_ipc())));
  CHECK_THROWS(feature_not_supported,
               (void)physical_memory::open(&byte, 1, queue.get_context(), queue.get_device()));
}

void inOneProcess(sycl::queue &queue) {
  const sycl::context context = queue.get_context();
  const size_t size = sizeFor(queue);
  ext::physical_mem memory(queue.get_device(), context, size,
                           ext::properties(ext::enable_ipc(true)));
  ext::ipc::handle handle = physical_memory::get(memory);
  const ext::ipc::handle_data_t data = handle.data();
  {
    Mapped first(queue, memory);
    first.write(numbersFrom(5));
    const ext::physical_mem opened = physical_memory::open(data, context, queue.get_device());
    CHECK_EQUAL(opened.size(), size);
    CHECK(opened.get_device() == queue.get_device() && opened.get_context() == context);
    Mapped second(queue, opened);
    CHECK(second.read() == numbersFrom(5));
    second.write(numbersFrom(8));
    CHECK(first.read() == numbersFrom(8));
    CHECK_EQUAL(physical_memory::open(data).size(), size);
  }
  ext::ipc::handle_data_t wrong = data;
  wrong.pop_back();
  CHECK_THROWS(invalid, (void)physical_memory::open(wrong, queue.get_device()));
  physical_memory::put(handle);
  CHECK_THROWS(invalid, physical_memory::put(handle, context));
  ext::physical_mem own(queue, size, ext::properties(ext::enable_ipc(false)));
  CHECK_THROWS(invalid, (void)physical_memory::get(own));
}

/// What the other process does: adds one to each number.
int inOtherProcess() {
  sycl::queue queue;
  Mapped memory(queue, physical_memory::open(inputOfOther()));
  std::vector<int> all = memory.read();
  for (int &each : all)
    ++each;
  memory.write(all);
  return 0;
}

void inTwoProcesses(sycl::queue &queue) {
  ext::physical_mem memory(queue, sizeFor(queue), ext::properties(ext::enable_ipc()));
  Mapped mapped(queue, memory);
  mapped.write(numbersFrom(0));
  ext::ipc::handle handle = physical_memory::get(memory);
  CHECK_EQUAL(runOther(handle.data()), 0);
  physical_memory::put(handle, queue.get_context());
  CHECK(mapped.read() == numbersFrom(1));
}

} // namespace

int main(int count, char **) {
  if (count > 1)
    return inOtherProcess();
  sycl::queue queue;
  if (!queue.get_device().has(sycl::aspect::ext_oneapi_ipc_physical_memory)) {
    withoutSupport(queue);
    return failures != 0;
  }
  inOneProcess(queue);
  if (hasOtherProcesses())
    inTwoProcesses(queue);
  return failures != 0;
}
