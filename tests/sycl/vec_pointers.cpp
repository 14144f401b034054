// Functions of vectors and numbers that read or write memory of each address space through
// multi_ptr.
#include "check.h"

#include <sycl/sycl.hpp>

#include <type_traits>

namespace access = sycl::access;

// The values that a kernel leaves for the host.
struct Results {
  float rest, whole, sine, cosine, mantissa;
  int exponent, quotient;
  sycl::float4 loaded, wholes;
  float stored[4];
};

template <access::decorated decorated> void test(sycl::queue &queue) {
  Results *results = sycl::malloc_shared<Results>(1, queue);
  float *memory = sycl::malloc_shared<float>(8, queue);
  for (int i = 0; i < 8; ++i)
    memory[i] = static_cast<float>(i) + 0.5f;
  *results = Results();
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float, 1> local(sycl::range<1>(1), handler);
        sycl::local_accessor<sycl::float4, 1> locals(sycl::range<1>(1), handler);
        handler.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
          auto global = [=](auto *pointer) {
            return sycl::address_space_cast<access::address_space::global_space, decorated>(
                pointer);
          };
          results->rest = sycl::fract(memory[3], global(&results->whole));
          results->mantissa = sycl::frexp(memory[4], global(&results->exponent));
          results->sine = sycl::sincos(memory[0], local.template get_multi_ptr<decorated>());
          results->cosine = local[0];
          int quotient = 0;
          sycl::remquo(
              memory[7], 2.0f,
              sycl::address_space_cast<access::address_space::private_space, decorated>(&quotient));
          results->quotient = quotient;

          const sycl::multi_ptr<const float, access::address_space::global_space, decorated>
              source = global(memory);
          sycl::float4 v;
          v.load(1, source);
          results->loaded = v;
          v.hi().store(1, global(results->stored));
          sycl::modf(v, locals.template get_multi_ptr<decorated>());
          results->wholes = locals[0];
        });
      })
      .wait_and_throw();
  CHECK_EQUAL(results->rest, 0.5f);
  CHECK_EQUAL(results->whole, 3);
  CHECK_EQUAL(results->mantissa, 0.5625f);
  CHECK_EQUAL(results->exponent, 3);
  CHECK(results->sine > 0.479425f && results->sine < 0.479426f);
  CHECK(results->cosine > 0.877582f && results->cosine < 0.877583f);
  CHECK_EQUAL(results->quotient, 4);
  CHECK_EQUAL(results->loaded[0], 4.5f);
  CHECK_EQUAL(results->loaded[3], 7.5f);
  CHECK_EQUAL(results->wholes[1], 5);
  CHECK_EQUAL(results->stored[2], 6.5f);
  CHECK_EQUAL(results->stored[3], 7.5f);
  sycl::free(memory, queue);
  sycl::free(results, queue);
}

// Plain pointers that become a multi_ptr to const, and address spaces that the program names.
void testNamedSpaces(sycl::queue &queue) {
  constexpr auto kGlobal = access::address_space::global_space;
  constexpr auto kPrivate = access::address_space::private_space;
  static_assert(!std::is_convertible_v<float *, sycl::multi_ptr<int, kGlobal>>);
  static_assert(!std::is_convertible_v<const float *, sycl::multi_ptr<float, kGlobal>>);
  float *memory = sycl::malloc_shared<float>(16, queue);
  for (int i = 0; i < 16; ++i)
    memory[i] = static_cast<float>(i);
  queue
      .single_task([=] {
        sycl::float4 v;
        v.load<kGlobal>(1, sycl::multi_ptr<const float, kGlobal>(memory));
        v += 10;
        v.store<kGlobal>(2, sycl::multi_ptr<float, kGlobal>(memory));
        v.lo().store<kGlobal, access::decorated::legacy>(6,
                                                         sycl::multi_ptr<float, kGlobal>(memory));
        float own[4] = {1, 2, 3, 4};
        v.hi().load<kPrivate>(1, sycl::multi_ptr<const float, kPrivate>(own));
        sycl::multi_ptr<const float, kGlobal> source = memory;
        source = memory + 1;
        memory[0] = source[0] + v[3];
      })
      .wait_and_throw();
  CHECK_EQUAL(memory[0], 5);
  CHECK_EQUAL(memory[7], 7);
  CHECK_EQUAL(memory[8], 14);
  CHECK_EQUAL(memory[11], 17);
  CHECK_EQUAL(memory[13], 15);
  CHECK_EQUAL(memory[14], 14);
  sycl::free(memory, queue);
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  test<access::decorated::no>(queue);
  test<access::decorated::yes>(queue);
  testNamedSpaces(queue);
  return failures;
}
