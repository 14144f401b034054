// Kernels get every byte of the unions that they capture, whichever member the last value is of,
// and where the longest member has gaps; also structures with bit-fields.
#include "check.h"

#include <cstddef>
#include <cstring>

namespace {

using Byte = unsigned char;

union Gap {
  struct {
    Byte tag;
    int value;
  } record;
  Byte raw[8];
};
union Tail {
  struct {
    double number;
    Byte tag;
  } record;
  Byte raw[16];
};
struct Holder {
  Byte before;
  Gap gaps[3];
  union {
    struct {
      short head;
      int tail;
    } record;
    Byte raw[8];
    float number;
  };
  union {
    sycl::vec<int, 4> numbers;
    Byte raw[32];
  } aligned;
  Tail tail;
};
struct Bits {
  unsigned first : 5;
  unsigned second : 13;
  int third : 6;
};
union BitsOrBytes {
  Bits bits;
  Byte raw[4];
};
union NumberOrPointer {
  long number;
  int *pointer;
};

template <class Type> class Copy;

template <class Type> void check(sycl::queue &queue, const char *name, size_t begin, size_t end) {
  const int before = failures;
  Byte *result = sycl::malloc_shared<Byte>(sizeof(Type), queue);
  Byte bytes[sizeof(Type)];
  for (size_t i = 0; i < sizeof(Type); ++i)
    bytes[i] = static_cast<Byte>(3 * i + 1);
  Type value;
  std::memcpy(static_cast<void *>(&value), bytes, sizeof(Type));
  queue.single_task<Copy<Type>>([=] {
    const Byte *from = reinterpret_cast<const Byte *>(&value);
    for (size_t i = 0; i < sizeof(Type); ++i)
      result[i] = from[i];
  });
  queue.wait();
  for (size_t i = begin; i < end; ++i)
    CHECK_EQUAL(result[i], bytes[i]);
  if (failures > before)
    std::fprintf(stderr, "in '%s'\n", name);
  sycl::free(result, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  check<Gap>(queue, "gap", 0, 8);
  check<Tail>(queue, "tail", 0, 16);
  check<Holder>(queue, "holder", offsetof(Holder, gaps), offsetof(Holder, raw) + 8);
  check<Holder>(queue, "aligned", offsetof(Holder, aligned), sizeof(Holder));
  check<BitsOrBytes>(queue, "bits or bytes", 0, 4);

  int *numbers = sycl::malloc_shared<int>(4, queue);
  const Bits bits{17, 5000, -30};
  NumberOrPointer either;
  either.pointer = numbers + 3;
  queue.single_task<class Fields>([=] {
    numbers[0] = bits.first;
    numbers[1] = bits.second;
    numbers[2] = bits.third;
    *either.pointer = 77;
  });
  queue.wait();
  CHECK_EQUAL(numbers[0], 17);
  CHECK_EQUAL(numbers[1], 5000);
  CHECK_EQUAL(numbers[2], -30);
  CHECK_EQUAL(numbers[3], 77);
  sycl::free(numbers, queue);
  return failures != 0;
}
