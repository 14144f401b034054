// What kernels may capture beside numbers and pointers: std::nullptr_t, enumerations, truth values,
// bit-fields, unions, empty classes, members, and classes of the standard library made of them.
#include "check.h"

#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

namespace {

enum class Switch : bool { off, on };
enum Plain { kSmall, kLarge = 300 };
struct Empty {};
struct WithNull {
  int first;
  std::nullptr_t null;
  int last;
};
struct Derived : Empty, WithNull {
  short more;
};
struct Bits {
  unsigned small : 3;
  unsigned middle : 13;
  long wide : 40;
  bool flag : 1;
  Switch state : 1;
  signed number : 24;
};
struct OddBits {
  unsigned low : 5;
  unsigned high : 19;
};
union NullOrNumber {
  std::nullptr_t null;
  long number;
};
union NullOrPointer {
  std::nullptr_t null;
  int *pointer;
};
union Several {
  char character;
  long numbers[3];
  Empty nothing;
};
struct Empties {
  Empty all[3];
  int number;
};
struct Qualified {
  volatile int changing;
  const int constant;
};
struct Anonymous {
  struct {
    int number;
    std::nullptr_t null;
  };
  union {
    float real;
    int integer;
  };
};
struct Member {
  int number;
  int Member::*place;
};
using Int4 = int __attribute__((vector_size(16)));

int *memory;

// The number that a function returns on the device and on the host.
template <class Function> void expect(const Function &function, int expected, int line) {
  sycl::queue queue;
  if (!memory)
    memory = sycl::malloc_shared<int>(1, queue);
  *memory = -1;
  queue.single_task([=, out = memory] { *out = function(); }).wait();
  if (*memory == expected && function() == expected)
    return;
  std::fprintf(stderr, "line %d: %d is not %d\n", line, *memory, expected);
  ++failures;
}
#define EXPECT(NUMBER, ...) expect([=] { return static_cast<int>(__VA_ARGS__); }, NUMBER, __LINE__)

void nullPointers() {
  const std::nullptr_t null = nullptr;
  std::nullptr_t array[2][2] = {};
  const std::array<std::nullptr_t, 3> standard{};
  WithNull member{1, nullptr, 2};
  WithNull members[2] = {{1, nullptr, 2}, {3, nullptr, 4}};
  Derived derived{{}, {1, nullptr, 2}, 5};
  NullOrNumber number{};
  number.number = 77;
  NullOrPointer pointer{};
  int *const expected = reinterpret_cast<int *>(0x1230);
  pointer.pointer = expected;
  Anonymous anonymous{};
  anonymous.number = 4;
  anonymous.real = 1.5f;
  // A variable keeps compilers from folding the comparison, which reads no capture.
  const auto isNull = [](const void *p) { return p == nullptr; };
  EXPECT(1, isNull(null));
  EXPECT(1, isNull(array[1][1]));
  EXPECT(1, isNull(standard[2]));
  EXPECT(3, member.first + member.last + isNull(member.null) - 1);
  EXPECT(10, members[0].first + members[0].last + members[1].first + members[1].last);
  EXPECT(8, derived.first + derived.last + derived.more);
  EXPECT(77, number.number);
  EXPECT(1, pointer.pointer == expected);
  EXPECT(7, anonymous.number + 2 * anonymous.real);
  EXPECT(4, [null](auto x) { return x + (null == nullptr); }(3));
  EXPECT(2, std::pair<int, std::nullptr_t>(2, nullptr).first);
  const std::pair<int, std::nullptr_t> pair(2, nullptr);
  const std::tuple<std::nullptr_t, char, std::nullptr_t, Switch> tuple{nullptr, 'a', nullptr,
                                                                       Switch::on};
  const std::optional<std::nullptr_t> full = nullptr, none;
  const std::optional<WithNull> object = member;
  const std::variant<std::nullptr_t, int, float> variant = 5, initial = nullptr;
  EXPECT(2, pair.first + !isNull(pair.second));
  EXPECT('a' + 1, std::get<1>(tuple) + (std::get<3>(tuple) == Switch::on));
  EXPECT(1, full.has_value() && !none);
  EXPECT(2, object->last);
  EXPECT(1, variant.index());
  EXPECT(0, initial.index());
}

void others() {
  const Switch state = Switch::on;
  const Plain plain = kLarge;
  const bool flags[3] = {true, false, true};
  Bits bits{5, 100, -7, true, Switch::on, -3};
  OddBits odd{3, 0x1234};
  Several several{};
  several.numbers[2] = 9;
  Empties empties{{}, 4};
  Qualified qualified{1, 2};
  Member member{3, &Member::number};
  const std::byte byte{7};
  const char16_t wide = u'x';
  const Int4 vector = {1, 2, 3, 4};
  const std::array<int, 0> nothing{};
  std::bitset<70> set;
  set.set(69);
  const std::complex<float> complex(1, 2);
  const std::chrono::milliseconds duration(12);
  EXPECT(1, state == Switch::on);
  EXPECT(300, plain);
  EXPECT(2, flags[0] + flags[1] + flags[2]);
  EXPECT(97, bits.small + bits.middle + bits.wide + bits.flag + static_cast<int>(bits.state) +
                 bits.number);
  EXPECT(3 + 0x1234, odd.low + odd.high);
  EXPECT(9, several.numbers[2]);
  EXPECT(4, empties.number);
  EXPECT(3, qualified.changing + qualified.constant);
  EXPECT(3, member.*member.place);
  EXPECT(7, byte);
  EXPECT('x', wide);
  EXPECT(10, vector[0] + vector[1] + vector[2] + vector[3]);
  EXPECT(0, nothing.size());
  EXPECT(1, set.test(69));
  EXPECT(2, complex.imag());
  EXPECT(12, duration.count());
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  nullPointers();
  others();
  sycl::free(memory, sycl::queue());
  return failures != 0;
}
