// Kernels that only copy specialization constants: numbers that the device may not compute with,
// and constants whose type is more aligned than its members.
#include "check.h"

#include <cstdint>
#include <cstring>

using sycl::specialization_id;

namespace {

struct Halves {
  char mark;
  sycl::half first, others[3];
  bool flag;
};
struct Doubles {
  char mark;
  double first, others[2];
};
struct Odd { // what follows in the buffer of values begins at a multiple of 8 that is none of 16
  std::int64_t number;
  char mark;
  float numbers[3];
};
struct Empty {};
struct alignas(16) Aligned16 {
  float x, y, z;
  Empty none;
  unsigned char last;
};
struct alignas(32) Aligned32 {
  int numbers[8];
};
struct alignas(64) Aligned64 {
  short numbers[32];
};

constexpr specialization_id<Odd> odd(Odd{1, 2, {3, 4, 5}});
constexpr specialization_id<Aligned16> aligned16(Aligned16{1, 2, 3, {}, 4});
constexpr specialization_id<char> between('a');
constexpr specialization_id<Aligned32> aligned32(Aligned32{{1, 2, 3, 4, 5, 6, 7, 8}});
constexpr specialization_id<Aligned64> aligned64(Aligned64{{1, 2, 3}});
constexpr specialization_id<Halves> halves;
constexpr specialization_id<Doubles> doubles(Doubles{'d', 0.1, {-0.2, 1e300}});
constexpr specialization_id<sycl::half> half;
constexpr specialization_id<double> number(0.3);
constexpr specialization_id<double> other(-0.4);

/// Memory whose address is a multiple of the type's alignment and of no more.
template <class Type> class Place {
public:
  explicit Place(sycl::queue &queue)
      : queue_(queue), bytes_(sycl::malloc_shared<unsigned char>(sizeof(Type) + 512, queue)) {
    auto address = reinterpret_cast<std::uintptr_t>(bytes_);
    address = (address + 255) / 256 * 256 + alignof(Type);
    object_ = reinterpret_cast<Type *>(address);
    std::memset(static_cast<void *>(object_), 0, sizeof(Type));
  }
  ~Place() { sycl::free(bytes_, queue_); }
  Place(const Place &) = delete;
  Place &operator=(const Place &) = delete;
  Type *get() const { return object_; }

private:
  sycl::queue &queue_;
  unsigned char *bytes_;
  Type *object_;
};

template <auto &Id> class CopyToPlace;
template <auto &Id> class CopyToBuffer;

/// Copies a constant, without a value and with one.
template <auto &Id, class Type, class Equal>
void checkCopy(sycl::queue &queue, const Type &byDefault, const Type &given, const Equal &equal) {
  for (const bool isSet : {false, true, false}) {
    const Type &expected = isSet ? given : byDefault;
    const Place<Type> place(queue);
    Type *result = place.get();
    queue.submit([&](sycl::handler &group) {
      if (isSet)
        group.set_specialization_constant<Id>(given);
      group.single_task<CopyToPlace<Id>>([=](sycl::kernel_handler values) {
        // All of them are in the buffer of values.
        if (values.get_specialization_constant<odd>().mark != 99 &&
            values.get_specialization_constant<between>() != 99)
          *result = values.get_specialization_constant<Id>();
      });
    });
    queue.wait();
    CHECK(equal(*result, expected));
    // Of a buffer with one element, which lies on the stack.
    Type local = isSet ? byDefault : given;
    {
      sycl::buffer<Type> buffer(&local, sycl::range<1>(1));
      queue.submit([&](sycl::handler &group) {
        if (isSet)
          group.set_specialization_constant<Id>(given);
        sycl::accessor out(buffer, group);
        group.single_task<CopyToBuffer<Id>>([=](sycl::kernel_handler values) {
          const Type value = values.get_specialization_constant<Id>();
          out[0] = value;
        });
      });
    }
    CHECK(equal(local, expected));
  }
}

template <class Type> bool sameBytes(const Type &a, const Type &b) {
  return std::memcmp(&a, &b, sizeof(Type)) == 0;
}

/// One kernel reads all, so that they follow each other in the buffer of values.
void checkAll(sycl::queue &queue) {
  struct Results {
    Aligned64 third;
    Aligned32 second;
    Aligned16 first;
    Odd odd;
  };
  const Place<Results> place(queue);
  Results *results = place.get();
  for (const int seed : {0, 3, 0}) {
    queue.submit([&](sycl::handler &group) {
      if (seed != 0) {
        group.set_specialization_constant<aligned16>(Aligned16{.5f, .25f, float(seed), {}, 9});
        group.set_specialization_constant<aligned64>(Aligned64{{short(seed)}});
      }
      group.single_task<class CopyAll>([=](sycl::kernel_handler values) {
        results->odd = values.get_specialization_constant<odd>();
        results->first = values.get_specialization_constant<aligned16>();
        if (values.get_specialization_constant<between>() == 'a')
          results->second = values.get_specialization_constant<aligned32>();
        results->third = values.get_specialization_constant<aligned64>();
      });
    });
    queue.wait();
    CHECK_EQUAL(results->odd.numbers[2], 5);
    CHECK_EQUAL(results->first.z, 3);
    CHECK_EQUAL(results->first.last, seed ? 9 : 4);
    CHECK_EQUAL(results->second.numbers[7], 8);
    CHECK_EQUAL(results->third.numbers[0], seed ? seed : 1);
  }
}

/// Chooses between constants without computing with them.
void checkChoice(sycl::queue &queue) {
  double *result = sycl::malloc_shared<double>(2, queue);
  for (const int which : {0, 1}) {
    queue.submit([&](sycl::handler &group) {
      group.set_specialization_constant<other>(1e-310);
      group.single_task<class Choose>([=](sycl::kernel_handler values) {
        result[0] = which ? values.get_specialization_constant<number>()
                          : values.get_specialization_constant<other>();
        result[1] = values.get_specialization_constant<number>();
      });
    });
    queue.wait();
    CHECK(result[0] == (which ? 0.3 : 1e-310));
    CHECK(result[1] == 0.3);
  }
  sycl::free(result, queue);
}

/// Computes with a constant that other kernels only copy.
void checkSum(sycl::queue &queue) {
  double *result = sycl::malloc_shared<double>(1, queue);
  queue.submit([&](sycl::handler &group) {
    group.set_specialization_constant<number>(0.5);
    group.single_task<class Add>([=](sycl::kernel_handler values) {
      *result = values.get_specialization_constant<number>() +
                values.get_specialization_constant<doubles>().others[0];
    });
  });
  queue.wait();
  CHECK(*result == 0.5 + -0.2);
  sycl::free(result, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  checkCopy<aligned16>(queue, Aligned16{1, 2, 3, {}, 4}, Aligned16{-1, .5f, 1e9f, {}, 255},
                       [](const Aligned16 &a, const Aligned16 &b) {
                         return a.x == b.x && a.y == b.y && a.z == b.z && a.last == b.last;
                       });
  checkCopy<aligned32>(queue, Aligned32{{1, 2, 3, 4, 5, 6, 7, 8}}, Aligned32{{-1, 2, -3}},
                       sameBytes<Aligned32>);
  checkCopy<aligned64>(queue, Aligned64{{1, 2, 3}}, Aligned64{{9, 8, 7}}, sameBytes<Aligned64>);
  const Halves someHalves{'h', 1.5f, {-2.0f, 65504.0f, 6e-8f}, true};
  checkCopy<halves>(queue, Halves{}, someHalves, [](const Halves &a, const Halves &b) {
    return a.mark == b.mark && sameBytes(a.first, b.first) && sameBytes(a.others, b.others) &&
           a.flag == b.flag;
  });
  checkCopy<doubles>(queue, Doubles{'d', 0.1, {-0.2, 1e300}}, Doubles{'e', 5e-324, {0.5, -1e-5}},
                     [](const Doubles &a, const Doubles &b) {
                       return a.mark == b.mark && a.first == b.first &&
                              sameBytes(a.others, b.others);
                     });
  checkCopy<half>(queue, sycl::half(0.0f), sycl::half(-1.5f), sameBytes<sycl::half>);
  checkCopy<number>(queue, 0.3, -1e200, sameBytes<double>);
  checkAll(queue);
  checkChoice(queue);
  if (queue.get_device().has(sycl::aspect::fp64))
    checkSum(queue);
  return failures != 0;
}
