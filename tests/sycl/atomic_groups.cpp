// Atomic operations of all types by all work-items of groups larger than a vector, on local and
// global memory, also through generic pointers: every update counts once.
#include "check.h"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace sycl;

// Where a group's objects are.
enum class Memory { local, global };

// What the objects are for, by place.
enum Place {
  added,
  subtracted,
  least,
  most,
  exchanged,
  weak,
  strong,
  stored,
  numbered,
  anded,
  ored,
  xored,
  increased,
  decreased,
  places
};

template <class T> T initial(int place) {
  switch (place) {
  case least:
    return T(1000);
  case exchanged:
    return T(500);
  case anded:
    return T(0x7fffffff);
  case decreased:
    return T(300);
  default:
    return T(7);
  }
}

template <class T, access::address_space Space, memory_order Order>
void update(T *objects, int i, int size, T *olds) {
  using Ref = atomic_ref<T, Order, memory_scope::work_group, Space>;
  const T n = T(i + 1);
  Ref(objects[added]).fetch_add(n);
  Ref(objects[subtracted]).fetch_sub(T(2));
  Ref(objects[least]).fetch_min(T(size + 3 - i));
  Ref(objects[most]).fetch_max(n);
  olds[size + i] = Ref(objects[exchanged]).exchange(n);
  const Ref weakly(objects[weak]), strongly(objects[strong]);
  T old = weakly.load();
  while (!weakly.compare_exchange_weak(old, T(old + T(2))))
    ;
  old = T(0);
  while (!strongly.compare_exchange_strong(old, T(old + n)))
    ;
  Ref(objects[stored]).store(T(77));
  olds[2 * size + i] = Ref(objects[stored]).load();
  olds[i] = Ref(objects[numbered]).fetch_add(T(1));
  if constexpr (std::is_integral_v<T>) {
    Ref(objects[anded]).fetch_and(T(~(T(1) << (i % 31))));
    Ref(objects[ored]).fetch_or(T(T(1) << (i % 31)));
    Ref(objects[xored]).fetch_xor(T(i));
    Ref(objects[increased])++;
    --Ref(objects[decreased]);
  }
}

template <class T> void checkResults(const T *results, T *olds, int size) {
  const T sum = T(size * (size + 1) / 2);
  CHECK_EQUAL(results[added], T(7) + sum);
  CHECK_EQUAL(results[subtracted], T(7) - T(2 * size));
  CHECK_EQUAL(results[least], T(4));
  CHECK_EQUAL(results[most], T(std::max(7, size)));
  CHECK_EQUAL(std::accumulate(olds + size, olds + 2 * size, results[exchanged]), T(500) + sum);
  CHECK_EQUAL(results[weak], T(7 + 2 * size));
  CHECK_EQUAL(results[strong], T(7) + sum);
  CHECK_EQUAL(results[stored], T(77));
  CHECK_EQUAL(std::count(olds + 2 * size, olds + 3 * size, T(77)), size);
  CHECK_EQUAL(results[numbered], T(7 + size));
  std::sort(olds, olds + size);
  for (int i = 0; i < size; ++i)
    CHECK_EQUAL(olds[i], T(7 + i));
  if constexpr (std::is_integral_v<T>) {
    T bits = T(0), mixed = T(7);
    for (int i = 0; i < size; ++i) {
      bits |= T(T(1) << (i % 31));
      mixed ^= T(i);
    }
    CHECK_EQUAL(results[anded], T(0x7fffffff) & ~bits);
    CHECK_EQUAL(results[ored], T(7) | bits);
    CHECK_EQUAL(results[xored], mixed);
    CHECK_EQUAL(results[increased], T(7 + size));
    CHECK_EQUAL(results[decreased], T(300 - size));
  }
}

template <class T, Memory Where, access::address_space Space, memory_order Order>
void inSpace(queue &q, const char *name, const std::vector<int> &sizes) {
  constexpr int kGroups = 2;
  const int before = failures;
  for (const int size : sizes) {
    T *results = malloc_shared<T>(kGroups * places, q);
    T *olds = malloc_shared<T>(kGroups * 3 * size, q);
    q.submit([&](handler &h) {
       local_accessor<T, 1> local(places, h);
       h.parallel_for(nd_range<1>(kGroups * size, size), [=](nd_item<1> item) {
         const int i = int(item.get_local_id(0)), group = int(item.get_group(0));
         T *objects = results + group * places;
         if constexpr (Where == Memory::local)
           objects = &local[0];
         if (i == 0)
           for (int place = 0; place < places; ++place)
             objects[place] = initial<T>(place);
         group_barrier(item.get_group());
         update<T, Space, Order>(objects, i, size, olds + group * 3 * size);
         group_barrier(item.get_group());
         if (Where == Memory::local && i == 0)
           for (int place = 0; place < places; ++place)
             results[group * places + place] = objects[place];
       });
     }).wait();
    for (int group = 0; group < kGroups; ++group)
      checkResults(results + group * places, olds + group * 3 * size, size);
    sycl::free(olds, q);
    sycl::free(results, q);
  }
  if (failures != before)
    std::fprintf(stderr, "That was %s, %s memory%s%s.\n", name,
                 Where == Memory::local ? "local" : "global",
                 Space == access::address_space::generic_space ? ", generic pointers" : "",
                 Order == memory_order::relaxed ? ", relaxed" : "");
}

template <class T> void ofType(queue &q, const char *name) {
  using access::address_space;
  constexpr memory_order kOrder = memory_order::acq_rel;
  inSpace<T, Memory::local, address_space::local_space, kOrder>(q, name, {1, 12, 33, 96});
  inSpace<T, Memory::local, address_space::generic_space, kOrder>(q, name, {48});
  inSpace<T, Memory::global, address_space::global_space, kOrder>(q, name, {48});
  inSpace<T, Memory::global, address_space::generic_space, kOrder>(q, name, {48});
  inSpace<T, Memory::local, address_space::local_space, memory_order::relaxed>(q, name, {48});
}

static void pointers(queue &q) {
  constexpr int kSize = 48;
  int *data = malloc_shared<int>(4 * kSize, q);
  int **results = malloc_shared<int *>(3, q);
  q.submit([&](handler &h) {
     local_accessor<int *, 1> local(3, h);
     h.parallel_for(nd_range<1>(kSize, kSize), [=](nd_item<1> item) {
       using Ref = atomic_ref<int *, memory_order::relaxed, memory_scope::work_group,
                              access::address_space::local_space>;
       const int i = int(item.get_local_id(0));
       if (i == 0) {
         local[0] = local[2] = data;
         local[1] = data + 4 * kSize;
       }
       group_barrier(item.get_group());
       *Ref(local[0]).fetch_add(1) = i;
       *(Ref(local[1]) -= 2) = 5;
       const Ref last(local[2]);
       int *old = last.load();
       while (!last.compare_exchange_weak(old, old + 3))
         ;
       group_barrier(item.get_group());
       if (i < 3)
         results[i] = local[i];
     });
   }).wait();
  CHECK_EQUAL(results[0] - data, kSize);
  CHECK_EQUAL(results[1] - data, 2 * kSize);
  CHECK_EQUAL(results[2] - data, 3 * kSize);
  std::sort(data, data + kSize);
  for (int i = 0; i < kSize; ++i) {
    CHECK_EQUAL(data[i], i);
    CHECK_EQUAL(data[2 * kSize + 2 * i], 5);
  }
  sycl::free(results, q);
  sycl::free(data, q);
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  ofType<int>(q, "int");
  ofType<unsigned>(q, "unsigned");
  ofType<float>(q, "float");
  if (q.get_device().has(aspect::atomic64)) {
    ofType<long>(q, "long");
    ofType<unsigned long long>(q, "unsigned long long");
    if (q.get_device().has(aspect::fp64))
      ofType<double>(q, "double");
    pointers(q);
  }
  return failures != 0;
}
