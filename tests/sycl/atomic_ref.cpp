// Atomic operations of all types in global and local memory, on the device and on the host.
#include "check.h"

using namespace sycl;

constexpr int kItems = 96;

template <class T, access::address_space Space> struct Everything {
  T *to;
  template <class Ref>
  static void update(const Ref &add, const Ref &sub, const Ref &least, const Ref &most, int i) {
    add.fetch_add(T(i));
    sub -= T(1);
    least.fetch_min(T(i + 3));
    most.fetch_max(T(i), memory_order::relaxed, memory_scope::system);
  }
  void operator()(nd_item<1> item) const {
    using Ref = atomic_ref<T, memory_order::relaxed, memory_scope::device, Space>;
    const int i = int(item.get_global_id(0));
    update(Ref(to[0]), Ref(to[1]), Ref(to[2]), Ref(to[3]), i);
    const Ref swapped(to[4]);
    T old = swapped.load();
    while (!swapped.compare_exchange_weak(old, T(old + T(2)))) // lavapipe breaks loops with fences
      ;
    T five = T(5);
    if (i == 7 && !Ref(to[13]).compare_exchange_strong(five, T(6), memory_order::acq_rel,
                                                       memory_order::acquire))
      to[14] = five;
    if (i == 5)
      Ref(to[5]).store(T(77), memory_order::release);
    if (i == 6)
      Ref{to[6]} = T(1);
    Ref(to[7]).exchange(T(9));
    if constexpr (std::is_integral_v<T>) {
      Ref(to[8]) |= T(T(1) << (i % 16));
      Ref(to[9]).fetch_and(T(~(T(1) << (i % 16))));
      Ref(to[10]) ^= T(i);
      Ref(to[11])++;
      --Ref(to[12]);
    }
  }
};

template <class T> void ofType(queue &q) {
  T *to = malloc_shared<T>(16, q);
  for (int i = 0; i < 16; ++i)
    to[i] = T(0);
  to[1] = T(100);
  to[2] = T(1000);
  to[9] = T(0xffff);
  to[12] = T(kItems);
  to[13] = T(1);
  q.parallel_for(nd_range<1>(kItems, 32), Everything<T, access::address_space::global_space>{to})
      .wait();
  CHECK_EQUAL(to[0], T(kItems * (kItems - 1) / 2));
  CHECK_EQUAL(to[1], T(100 - kItems));
  CHECK_EQUAL(to[2], T(3));
  CHECK_EQUAL(to[3], T(kItems - 1));
  CHECK_EQUAL(to[4], T(2 * kItems));
  CHECK_EQUAL(to[5], T(77));
  CHECK_EQUAL(to[6], T(1));
  CHECK_EQUAL(to[7], T(9));
  CHECK_EQUAL(to[13], T(1));
  CHECK_EQUAL(to[14], T(1));
  if (std::is_integral_v<T>) {
    CHECK_EQUAL(to[8], T(0xffff));
    CHECK_EQUAL(to[9], T(0));
    CHECK_EQUAL(to[11], T(kItems));
    CHECK_EQUAL(to[12], T(0));
  }
  T host[4] = {0, 5, 7, 7};
  using Ref = atomic_ref<T, memory_order::seq_cst, memory_scope::system>;
  Everything<T, access::address_space::generic_space>::update(Ref(host[0]), Ref(host[1]),
                                                              Ref(host[2]), Ref(host[3]), 3);
  CHECK_EQUAL(host[0], T(3));
  CHECK_EQUAL(host[1], T(4));
  CHECK_EQUAL(host[2], T(6));
  CHECK_EQUAL(host[3], T(7));
  sycl::free(to, q);
}

static void pointers(queue &q) {
  int **to = malloc_shared<int *>(2, q);
  int *data = malloc_shared<int>(kItems, q);
  to[0] = data;
  to[1] = data + kItems;
  q.parallel_for(range<1>(kItems), [=](id<1>) {
     using Ref = atomic_ref<int *, memory_order::acq_rel, memory_scope::device>;
     *Ref(to[0]).fetch_add(1) = 4;
     --Ref(to[1]);
   }).wait();
  CHECK(to[0] == data + kItems);
  CHECK(to[1] == data);
  for (int i = 0; i < kItems; ++i)
    CHECK_EQUAL(data[i], 4);
  sycl::free(data, q);
  sycl::free(to, q);
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  ofType<int>(q);
  ofType<unsigned>(q);
  ofType<float>(q);
  if (q.get_device().has(aspect::atomic64)) {
    ofType<long>(q);
    ofType<unsigned long>(q);
    ofType<long long>(q);
    if (q.get_device().has(aspect::fp64))
      ofType<double>(q);
    pointers(q);
  }
  return failures != 0;
}
