// Loops that find the end of a text stay loops: devices have no strlen and wcslen.
#include "check.h"

#include <cwchar>

namespace {

template <class Character> size_t length(const Character *text) {
  size_t count = 0;
  while (text[count] != 0)
    ++count;
  return count;
}

template <class Character> void test(sycl::queue &queue) {
  Character *text = sycl::malloc_shared<Character>(100, queue);
  size_t *lengths = sycl::malloc_shared<size_t>(100, queue);
  for (int i = 0; i < 100; ++i)
    text[i] = i % 10 == 9 ? Character() : Character('a');
  queue.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { lengths[i] = length(text + i[0]); })
      .wait();
  for (size_t i = 0; i < 100; ++i)
    CHECK_EQUAL(lengths[i], 9 - i % 10);
  sycl::free(lengths, queue);
  sycl::free(text, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  test<char>(queue);
  test<wchar_t>(queue);
  test<char16_t>(queue);
  return failures != 0;
}
