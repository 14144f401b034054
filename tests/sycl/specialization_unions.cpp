// Specialization constants with unions: every byte that a member of a union has arrives, whichever
// member the default is of, and also where the longest member has a gap.
#include "check.h"

#include <cstddef>
#include <cstring>
#include <optional>

using sycl::specialization_id;
using Byte = unsigned char;

namespace {

union Number {
  int whole;
  Byte bytes[8];
};
union Long {
  float real;
  struct {
    int first, second;
  } pair;
  long longs[3];
};
struct Anonymous {
  Byte before;
  union {
    short narrow;
    double wide;
    Byte raw[12];
  };
  int after;
};
union Gap {
  struct {
    Byte tag;
    int value;
  } record;
  Byte raw[8];
};
union Tail {
  struct {
    int value;
    Byte tag;
  } record;
  Byte raw[8];
};
union Bits {
  struct {
    unsigned low : 3;
    unsigned high : 17;
  } fields;
  Byte raw[4];
};
union Pattern {
  float real;
  unsigned bits;
};
union Halves {
  sycl::half halves[2];
  unsigned bits;
};
struct Aligned {
  Byte before;
  union {
    sycl::vec<float, 4> numbers;
    Byte raw[48];
  } middle;
  Byte after;
};
struct Nested {
  Byte before;
  Number numbers[3];
  struct {
    short head;
    Gap gaps[2];
  } inner;
  Byte after;
};
struct Base {
  int number;
  Byte mark;
  union {
    Byte narrow;
    short wide;
  };
};
struct Derived : Base { // in the base's tail padding, where there is some
  Byte more;
};
struct __attribute__((packed)) Packed {
  Byte before;
  Number number;
  long after;
};
/// Copied member by member.
class Counted {
public:
  constexpr Counted() : number_{3}, step_(4), mark_(5) {}
  constexpr Counted(const Counted &other)
      : number_(other.number_), step_(other.step_), mark_(other.mark_) {}

private:
  Number number_;
  short step_;
  Byte mark_;
};

constexpr specialization_id<Number> number(Number{42});
constexpr specialization_id<Long> lengthy(Long{1.5f});
constexpr specialization_id<Anonymous> anonymous(Anonymous{7, {8}, 9});
constexpr specialization_id<Gap> gap(Gap{{1, 2}});
constexpr specialization_id<Tail> tail(Tail{{1, 2}});
constexpr specialization_id<Bits> bits(Bits{{5, 70000}});
constexpr specialization_id<Pattern> pattern(Pattern{1.0f});
constexpr specialization_id<Halves> halves;
constexpr specialization_id<Aligned> aligned;
constexpr specialization_id<Nested> nested(Nested{
    1, {{2}, {3}, {4}}, {5, {{{6, 7}}, {{8, 9}}}}, 10});
constexpr specialization_id<Derived> derived(Derived{{1, 2, {3}}, 4});
constexpr specialization_id<Packed> packed(Packed{1, {2}, 3});
constexpr specialization_id<std::optional<long>> optional(std::nullopt);
constexpr specialization_id<Counted> counted;

struct Range {
  size_t begin, end;
};

/// What no value sets.
constexpr Byte kNothing = 0xA7;

template <auto &Id> class Read;

/// Checks that all bytes arrive which are in @p ranges when no value is set, and all in @p all when
/// one is.
template <auto &Id, class Type>
void check(sycl::queue &queue, const char *name, const Type &byDefault,
           std::initializer_list<Range> ranges, std::initializer_list<Range> all) {
  const int before = failures;
  Byte *result = sycl::malloc_shared<Byte>(sizeof(Type), queue);
  for (int seed = 0; seed < 4; ++seed) {
    alignas(Type) Byte expected[sizeof(Type)];
    std::memcpy(expected, &byDefault, sizeof(Type));
    std::memset(result, kNothing, sizeof(Type));
    if (seed != 0)
      for (size_t i = 0; i < sizeof(Type); ++i)
        expected[i] = static_cast<Byte>(seed == 3 ? 0xFF - i : 16 * seed + i);
    queue.submit([&](sycl::handler &group) {
      if (seed != 0)
        group.set_specialization_constant<Id>(*reinterpret_cast<const Type *>(expected));
      group.single_task<Read<Id>>([=](sycl::kernel_handler values) {
        const Type value = values.get_specialization_constant<Id>();
        const Byte *from = reinterpret_cast<const Byte *>(&value);
        for (size_t i = 0; i < sizeof(Type); ++i)
          result[i] = from[i];
      });
    });
    queue.wait();
    for (const Range range : seed == 0 ? ranges : all)
      for (size_t i = range.begin; i < range.end; ++i)
        CHECK_EQUAL(result[i], expected[i]);
  }
  if (failures > before)
    std::fprintf(stderr, "in constant '%s'\n", name);
  sycl::free(result, queue);
}

void checkPatterns(sycl::queue &queue) {
  unsigned *result = sycl::malloc_shared<unsigned>(2, queue);
  // Numbers that are no numbers, and the smallest ones.
  for (const unsigned value : {0x7F800001u, 0xFFBFFFFFu, 1u, 0x80000001u, 0x7C01FC01u}) {
    Pattern given;
    given.bits = value;
    Halves both;
    both.bits = value;
    queue.submit([&](sycl::handler &group) {
      group.set_specialization_constant<pattern>(given);
      group.set_specialization_constant<halves>(both);
      group.single_task<class ReadPatterns>([=](sycl::kernel_handler values) {
        result[0] = values.get_specialization_constant<pattern>().bits;
        result[1] = values.get_specialization_constant<halves>().bits;
      });
    });
    queue.wait();
    CHECK(result[0] == value);
    CHECK(result[1] == value);
  }
  sycl::free(result, queue);
}

void checkOptional(sycl::queue &queue) {
  long *result = sycl::malloc_shared<long>(1, queue);
  for (const long value : {0L, -5L, 1L << 40, 0L}) {
    queue.submit([&](sycl::handler &group) {
      if (value != 0)
        group.set_specialization_constant<optional>(std::optional<long>(value));
      group.single_task<class ReadOptional>([=](sycl::kernel_handler values) {
        const auto given = values.get_specialization_constant<optional>();
        *result = given ? *given : 0;
      });
    });
    queue.wait();
    CHECK(*result == value);
  }
  sycl::free(result, queue);
}

} // namespace

template <> struct sycl::is_device_copyable<Counted> : std::true_type {};

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  check<number>(queue, "number", Number{42}, {{0, 4}}, {{0, 8}});
  check<lengthy>(queue, "lengthy", Long{1.5f}, {{0, 4}}, {{0, 24}});
  check<anonymous>(queue, "anonymous", Anonymous{7, {8}, 9},
                   {{0, 1}, {8, 10}, {offsetof(Anonymous, after), offsetof(Anonymous, after) + 4}},
                   {{0, 1}, {8, 20}, {offsetof(Anonymous, after), offsetof(Anonymous, after) + 4}});
  check<gap>(queue, "gap", Gap{{1, 2}}, {{0, 1}, {4, 8}}, {{0, 8}});
  check<tail>(queue, "tail", Tail{{1, 2}}, {{0, 5}}, {{0, 8}});
  check<bits>(queue, "bits", Bits{{5, 70000}}, {{0, 2}}, {{0, 4}});
  check<pattern>(queue, "pattern", Pattern{1.0f}, {{0, 4}}, {{0, 4}});
  check<aligned>(queue, "aligned", Aligned{}, {{0, 1}, {16, 32}, {64, 65}},
                 {{0, 1}, {16, 64}, {64, 65}});
  check<nested>(queue, "nested", Nested{1, {{2}, {3}, {4}}, {5, {{{6, 7}}, {{8, 9}}}}, 10},
                {{0, 1}, {4, 8}, {12, 16}, {20, 24}, {28, 30}, {32, 33}, {36, 41}, {44, 49}},
                {{0, 1}, {4, 30}, {32, 49}});
  check<derived>(queue, "derived", Derived{{1, 2, {3}}, 4}, {{0, 5}, {6, 7}, {8, 9}},
                 {{0, 5}, {6, 9}});
  check<packed>(queue, "packed", Packed{1, {2}, 3}, {{0, 5}, {9, 17}}, {{0, 17}});
  check<counted>(queue, "counted", Counted(), {{0, 4}, {8, 11}}, {{0, 11}});
  checkPatterns(queue);
  checkOptional(queue);
  return failures != 0;
}
