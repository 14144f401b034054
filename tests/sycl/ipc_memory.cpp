// Device memory of other processes (sycl_ext_oneapi_inter_process_communication). Uses no kernel,
// so that it runs on a fake driver of CUDA, too, whose memory no other process has.
#include "other_process.h"

#include <numeric>
#include <vector>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace memory = ext::ipc::memory;
static_assert(SYCL_EXT_ONEAPI_INTER_PROCESS_COMMUNICATION == 1 &&
              SYCL_EXT_ONEAPI_INTER_PROCESS_MEMORY == 1);
static_assert(std::is_same_v<ext::ipc_memory::handle, ext::ipc::handle> &&
              std::is_same_v<ext::ipc::handle_data_t, std::vector<std::byte>>);

constexpr size_t kCount = 1000;

std::vector<int> contents(sycl::queue &queue, const int *from) {
  std::vector<int> numbers(kCount);
  queue.copy(from, numbers.data(), kCount).wait();
  return numbers;
}

void withoutSupport(sycl::queue &queue) {
  int *const numbers = sycl::malloc_device<int>(kCount, queue);
  if (!numbers)
    return;
  std::byte byte{};
  CHECK_THROWS(feature_not_supported, (void)memory::get(numbers, queue.get_context()));
  CHECK_THROWS(feature_not_supported,
               (void)memory::open(&byte, 1, queue.get_context(), queue.get_device()));
  sycl::free(numbers, queue);
}

void inOneProcess(sycl::queue &queue, int *numbers) {
  const sycl::context context = queue.get_context();
  ext::ipc::handle handle = ext::ipc_memory::get(numbers);
  const ext::ipc::handle_data_t data = handle.data();
  CHECK(!data.empty());
  auto *const opened =
      static_cast<int *>(memory::open(data, queue.get_context(), queue.get_device()));
  CHECK(contents(queue, opened) == contents(queue, numbers));
  memory::close(opened, context);
  CHECK_THROWS(invalid, memory::close(opened, context));
  void *const again = memory::open(data, queue.get_device());
  CHECK(memory::open(data) == again);
  ext::ipc_memory::close(again);
  memory::close(again);

  ext::ipc::handle_data_t wrong = data;
  wrong.pop_back();
  CHECK_THROWS(invalid, (void)memory::open(wrong));
  CHECK_THROWS(invalid, (void)memory::get(&wrong, context));
  memory::put(handle);
  CHECK_THROWS(invalid, memory::put(handle, context));
  int *const freed = sycl::malloc_device<int>(kCount, queue);
  ext::ipc::handle late = memory::get(freed + 1, context);
  sycl::free(freed, queue);
  memory::put(late, context);
}

/// What the other process does: adds one to each number. Its input is a handle.
int inOtherProcess() {
  sycl::queue queue;
  auto *const numbers = static_cast<int *>(memory::open(inputOfOther()));
  std::vector<int> all = contents(queue, numbers);
  for (int &each : all)
    ++each;
  queue.copy(all.data(), numbers, kCount).wait();
  memory::close(numbers);
  return 0;
}

void inTwoProcesses(sycl::queue &queue, int *numbers) {
  ext::ipc::handle handle = memory::get(numbers, queue.get_context());
  CHECK_EQUAL(runOther(handle.data()), 0);
  memory::put(handle, queue.get_context());
  std::vector<int> expected(kCount);
  std::iota(expected.begin(), expected.end(), 1);
  CHECK(contents(queue, numbers) == expected);
}

} // namespace

int main(int count, char **) {
  if (count > 1)
    return inOtherProcess();
  sycl::queue queue;
  if (!queue.get_device().has(sycl::aspect::ext_oneapi_ipc_memory)) {
    withoutSupport(queue);
    return failures != 0;
  }
  int *const numbers = sycl::malloc_device<int>(kCount, queue);
  std::vector<int> first(kCount);
  std::iota(first.begin(), first.end(), 0);
  queue.copy(first.data(), numbers, kCount).wait();
  inOneProcess(queue, numbers);
  if (hasOtherProcesses())
    inTwoProcesses(queue, numbers);
  sycl::free(numbers, queue);
  return failures != 0;
}
