// Casts of generic pointers to an address space, with and without a check
// (sycl_khr_dynamic_addrspace_cast, sycl_khr_static_addrspace_cast, address_space_cast).
#include "check.h"

#include <type_traits>

static_assert(SYCL_KHR_DYNAMIC_ADDRSPACE_CAST == 1 && SYCL_KHR_STATIC_ADDRSPACE_CAST == 1);

namespace {

using Space = sycl::access::address_space;
using Decorated = sycl::access::decorated;
template <class T, Space Of, Decorated How> using Pointer = sycl::multi_ptr<T, Of, How>;

template <Space Of, class Given, class Expected>
constexpr bool hasTypes =
    std::is_same_v<decltype(sycl::khr::dynamic_addrspace_cast<Of>(std::declval<Given>())), Expected>
        &&std::is_same_v<decltype(sycl::khr::static_addrspace_cast<Of>(std::declval<Given>())),
                         Expected>;

static_assert(
    hasTypes<Space::global_space, int *, Pointer<int, Space::global_space, Decorated::no>>);
static_assert(hasTypes<Space::local_space, const float *,
                       Pointer<const float, Space::local_space, Decorated::no>>);
static_assert(hasTypes<Space::private_space, Pointer<int, Space::generic_space, Decorated::yes>,
                       Pointer<int, Space::private_space, Decorated::yes>>);
static_assert(hasTypes<Space::generic_space, Pointer<int, Space::generic_space, Decorated::no>,
                       Pointer<int, Space::generic_space, Decorated::no>>);

constexpr int kGlobal = 1, kLocal = 2, kPrivate = 4;

// The spaces that a pointer is found to point to.
template <class T> int spacesOf(T *pointer) {
  using namespace sycl::khr;
  int found = 0;
  const auto global = dynamic_addrspace_cast<Space::global_space>(pointer);
  const auto local = dynamic_addrspace_cast<Space::local_space>(pointer);
  const auto own = dynamic_addrspace_cast<Space::private_space>(pointer);
  found |= global.get() != nullptr && global.get_raw() == pointer ? kGlobal : 0;
  found |= local.get() != nullptr && local.get_raw() == pointer ? kLocal : 0;
  found |= own.get() != nullptr && own.get_raw() == pointer ? kPrivate : 0;
  return found;
}
template <class T, Decorated How> int spacesOf(Pointer<T, Space::generic_space, How> pointer) {
  using namespace sycl::khr;
  int found = 0;
  found |= dynamic_addrspace_cast<Space::global_space>(pointer) != nullptr ? kGlobal : 0;
  found |= dynamic_addrspace_cast<Space::local_space>(pointer) != nullptr ? kLocal : 0;
  found |= dynamic_addrspace_cast<Space::private_space>(pointer) != nullptr ? kPrivate : 0;
  return found;
}
template <class T> int spacesByCast(T *pointer) {
  using sycl::address_space_cast;
  int found = 0;
  found |=
      address_space_cast<Space::global_space, Decorated::yes>(pointer) != nullptr ? kGlobal : 0;
  found |= address_space_cast<Space::local_space, Decorated::no>(pointer) != nullptr ? kLocal : 0;
  found |=
      address_space_cast<Space::private_space, Decorated::yes>(pointer) != nullptr ? kPrivate : 0;
  return found;
}
// A function of its own, for pointers to all spaces.
template <class T> [[gnu::noinline]] int spacesByCall(T *pointer) { return spacesOf(pointer); }

template <class T> Pointer<T, Space::generic_space, Decorated::no> generic(T *pointer) {
  return sycl::address_space_cast<Space::generic_space, Decorated::no>(pointer);
}

void testDynamic(sycl::queue &queue) {
  constexpr int kAnswers = 20;
  int *const data = sycl::malloc_shared<int>(4, queue);
  int *const answers = sycl::malloc_shared<int>(kAnswers, queue);
  for (int i = 0; i < 4; ++i)
    data[i] = i;
  for (int i = 0; i < kAnswers; ++i)
    answers[i] = -1;
  queue
      .submit([&](sycl::handler &group) {
        const sycl::local_accessor<int> local(4, group);
        group.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) {
          const int me = static_cast<int>(item.get_local_id(0));
          int own[4] = {me, 1, 2, 3};
          local[me] = me;
          sycl::group_barrier(item.get_group());
          if (me != 0)
            return;
          int *to = answers;
          *to++ = spacesOf(data) - kGlobal;
          *to++ = spacesOf(&local[1]) - kLocal;
          *to++ = spacesOf(&own[data[1]]) - kPrivate;
          *to++ = spacesOf(generic(data)) - kGlobal;
          *to++ = spacesOf(generic(&local[2])) - kLocal;
          *to++ = spacesOf(generic(&own[data[2]])) - kPrivate;
          *to++ = spacesOf(static_cast<const int *>(data + 1)) - kGlobal;
          *to++ = spacesByCast(data) - kGlobal;
          *to++ = spacesByCast(&local[1]) - kLocal;
          *to++ = spacesByCast(&own[data[1]]) - kPrivate;
          *to++ = spacesByCall(data) - kGlobal;
          *to++ = spacesByCall(&local[data[3]]) - kLocal;
          *to++ = spacesByCall(&own[data[3]]) - kPrivate;
          // What the pointer points to depends on data.
          *to++ = spacesOf(data[1] == 1 ? data : &local[0]) - kGlobal;
          *to++ = spacesOf(data[1] == 2 ? data : &local[0]) - kLocal;
          *to++ = spacesOf(data[2] == 2 ? &own[data[1]] : data) - kPrivate;
          // An object is where the pointer to it says.
          *sycl::khr::dynamic_addrspace_cast<Space::local_space>(&local[3]) = 8;
          *to++ = local[3] - 8;
          *to++ = sycl::khr::dynamic_addrspace_cast<Space::generic_space>(data).get() != data;
        });
      })
      .wait();
  for (int i = 0; i < 18; ++i)
    if (answers[i] != 0) {
      std::fprintf(stderr, "answer %d is off by %d\n", i, answers[i]);
      ++failures;
    }
  sycl::free(data, queue);
  sycl::free(answers, queue);
}

void testStatic(sycl::queue &queue) {
  int *const data = sycl::malloc_shared<int>(4, queue);
  for (int i = 0; i < 4; ++i)
    data[i] = 0;
  queue
      .submit([&](sycl::handler &group) {
        const sycl::local_accessor<int> local(4, group);
        group.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) {
          using sycl::khr::static_addrspace_cast;
          const size_t me = item.get_local_id(0);
          int own = 1;
          local[me] = 2;
          const auto global = static_addrspace_cast<Space::global_space>(data + me);
          *global += *static_addrspace_cast<Space::local_space>(&local[me]);
          *static_addrspace_cast<Space::global_space>(generic(data + me)) +=
              *static_addrspace_cast<Space::private_space>(&own);
          sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device,
                           Space::global_space>(*global) += 4;
        });
      })
      .wait();
  for (int i = 0; i < 4; ++i)
    CHECK_EQUAL(data[i], 7);
  sycl::free(data, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  testDynamic(queue);
  testStatic(queue);
  // All address spaces are the same on the host.
  int value = 1;
  CHECK(spacesOf(&value) == (kGlobal | kLocal | kPrivate));
  return failures != 0;
}
