// What programs written for DPC++ and AdaptiveCpp take for granted behind <sycl/sycl.hpp>: headers
// of C++, names of before SYCL 2020, function objects of C++, and everyday extensions.
#include "skipping.h"

#include <sycl/sycl.hpp>

#include <sycl/half_type.hpp>

using namespace sycl;

namespace {

int failures = 0;

void check(bool isRight, const char *what) {
  if (isRight)
    return;
  std::cerr << what << " is wrong" << std::endl; // flush() is std's although sycl has one
  ++failures;
}

std::string nameOf(aspect asked) {
  switch (asked) {
#define __SYCL_ASPECT(A, ID)                                                                       \
  case aspect::A:                                                                                  \
    return #A;
#include <sycl/info/aspects.def>
#include <sycl/info/aspects_deprecated.def>
#undef __SYCL_ASPECT
  }
  return "?";
}

void names() {
  static_assert(std::is_same_v<sycl::uint, unsigned> && std::is_same_v<sycl::ulong, unsigned long>);
  static_assert(std::is_same_v<sycl::uchar, unsigned char> && sizeof(sycl::ulonglong) == 8);
  static_assert(std::is_same_v<::cl_float, cl_float> && sizeof(::cl_ulong) == sizeof(cl_ulong));
  static_assert(
      std::is_same_v<generic_ptr<int>, multi_ptr<int, access::address_space::generic_space,
                                                 access::decorated::legacy>>);
  static_assert(id<2>(4, 4) == 4 && 4 != id<3>(4, 4, 5) && id<1>(1) != 2);
  const uint number = 3; // with "using namespace sycl" also a name of the C library
  check(number == 3, "uint");
  std::ostringstream text;
  text << backend::opencl << ' ' << backend::ext_ursa_host;
  check(text.str() == "opencl ext_ursa_host", "operator<< of a backend");
  std::ostringstream more;
  more << id<2>(1, 2) << ' ' << range<3>(3, 4, 5) << ' ' << int3(1, 2, 3) << ' ' << char2(7, 8)
       << ' ' << vec<half, 2>(1.5f, 2.0f) << ' ' << vec<float, 1>{2.5};
  check(more.str() == "{1, 2} {3, 4, 5} 1, 2, 3 7, 8 1.5, 2 2.5",
        "operator<< of id, range and vec");
  const double half = 1.5;
  check(vec<float, 1>{half}[0] == 1.5f, "vec<float, 1>{double}");
  check(nameOf(aspect::usm_device_allocations) == "usm_device_allocations", "aspects.def");
  static_assert(static_cast<int>(aspect::ext_intel_free_memory) == 36);
  static_assert(any_device_has_v<aspect::ext_intel_device_id> &&
                !any_device_has_v<aspect::emulated>);
  check(ext::oneapi::plus<int>()(1, 2) == 3 && ext::oneapi::maximum<>()(1, 2) == 2,
        "ext::oneapi::plus");
  static_assert(known_identity_v<std::plus<>, float> == 0 &&
                known_identity_v<std::multiplies<int>, int> == 1 &&
                known_identity_v<std::bit_and<int>, int> == -1);
  static_assert(!has_known_identity_v<std::minus<>, int>);
}

void devices(const queue &q) {
  const device used = q.get_device();
  check(used.get_info<info::device::usm_shared_allocations>() ==
            used.has(aspect::usm_shared_allocations),
        "usm_shared_allocations");
  (void)used.get_info<info::device::sub_group_independent_forward_progress>();
  const auto tells = [&](aspect asked, const auto &query) {
    try {
      query();
      check(used.has(asked), "an answer without its aspect");
    } catch (const exception &error) {
      check(!used.has(asked) && error.code() == errc::feature_not_supported,
            "an aspect without its answer");
    }
  };
  namespace intel = ext::intel::info::device;
  tells(aspect::ext_intel_free_memory, [&] {
    check(used.get_info<intel::free_memory>() <= used.get_info<info::device::global_mem_size>(),
          "free_memory");
  });
  tells(aspect::ext_intel_device_id, [&] { (void)used.get_info<intel::device_id>(); });
  tells(aspect::ext_intel_pci_address,
        [&] { check(!used.get_info<intel::pci_address>().empty(), "pci_address"); });
  tells(aspect::ext_intel_device_info_uuid, [&] { (void)used.get_info<intel::uuid>(); });
  tells(aspect::ext_intel_gpu_eu_count, [&] { (void)used.get_info<intel::gpu_eu_count>(); });
  tells(aspect::ext_intel_max_mem_bandwidth,
        [&] { (void)used.get_info<intel::max_mem_bandwidth>(); });
}

void references(const queue &q) {
  check(q.get_info<info::queue::reference_count>() > 0 &&
            q.get_device().get_info<info::device::reference_count>() > 0 &&
            q.get_context().get_info<info::context::reference_count>() > 0,
        "reference_count");
}

void queues() {
  using namespace ext::oneapi::property::queue;
  const queue high{property_list{priority_high()}}, low{property_list{priority_low()}};
  queue normal{property_list{property::queue::in_order(), priority_normal(), discard_events()}};
  check(high.has_property<priority_high>() && !high.has_property<priority_low>() &&
            low.has_property<priority_low>() && normal.has_property<discard_events>(),
        "properties of queues");
  normal.single_task([] {}).wait();
  const queue onCuda{property_list{property::queue::cuda::use_default_stream(),
                                   ext::intel::property::queue::compute_index(0)}};
  check(onCuda.get_property<ext::intel::property::queue::compute_index>().get_index() == 0 &&
            onCuda.has_property<ext::oneapi::cuda::property::queue::use_default_stream>(),
        "properties of queues on CUDA");
  const context primary{property_list{property::context::cuda::use_primary_context()}};
  check(!onCuda.get_device().has(aspect::ext_oneapi_mipmap) &&
            onCuda.get_device().has(aspect::ext_oneapi_fragment),
        "aspects of no device");
}

void reductions(queue &q) {
  int *const sum = malloc_shared<int>(3, q);
  sum[0] = 0, sum[1] = 1, sum[2] = -1;
  q.parallel_for(range<1>(10), reduction(sum, 0, std::plus<int>()), [=](id<1> i, auto &to) {
     to += static_cast<int>(i[0]);
   }).wait();
  q.parallel_for(range<1>(5), reduction(sum + 1, std::multiplies<>()), [=](id<1>, auto &to) {
     to *= 2;
   }).wait();
  q.parallel_for(range<1>(4), reduction(sum + 2, std::bit_and<int>()), [=](id<1> i, auto &to) {
     to &= ~(1 << static_cast<int>(i[0]));
   }).wait();
  check(sum[0] == 45 && sum[1] == 32 && sum[2] == ~15, "reductions by functions of C++");
  q.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> item) {
     const int all = reduce_over_group(item.get_group(), 2, std::plus<>());
     const int bits = joint_reduce(item.get_group(), sum + 1, sum + 3, std::bit_or<int>());
     if (item.get_local_linear_id() == 0) {
       sum[0] = all;
       sum[1] = bits;
     }
   }).wait();
  check(sum[0] == 16 && sum[1] == (32 | ~15), "group algorithms by functions of C++");
  free(sum, q);
}

int thirdOf(int value) {
  const auto item = ext::oneapi::this_work_item::get_nd_item<1>();
  const auto group = ext::oneapi::this_work_item::get_work_group<1>();
  return value * 100 + static_cast<int>(item.get_global_id(0) * 10 + group.get_group_linear_id());
}

template <int Dimensions> int linearOf(item<Dimensions> item) {
  return static_cast<int>(item.get_linear_id());
}

// Generic kernel functions get the item that programs write.
void genericFunctions(queue &q) {
  int *const out = malloc_shared<int>(6, q);
  q.parallel_for(range<1>(2), [=](auto at) {
     static_assert(std::is_same_v<decltype(at), item<1>>);
     out[at] = linearOf(at);
   }).wait();
  q.parallel_for(range<2>(1, 2), [=](auto at, kernel_handler) {
     out[2 + at[1]] = linearOf(at);
   }).wait();
  q.parallel_for(range<1>(2), [=](item<1, false> at) { out[4 + at[0]] = 7; }).wait();
  check(out[0] == 0 && out[1] == 1 && out[2] == 0 && out[3] == 1 && out[4] == 7 && out[5] == 7,
        "generic kernel functions");
  free(out, q);
}

void workItems(queue &q) {
  int *const out = malloc_shared<int>(8, q);
  q.parallel_for(nd_range<1>(8, 4), [=](nd_item<1> item) {
     out[item.get_global_id(0)] =
         thirdOf(1) +
         (ext::oneapi::this_work_item::get_sub_group() == item.get_sub_group() ? 0 : 1000);
   }).wait();
  check(out[0] == 100 && out[3] == 130 && out[7] == 171, "this_work_item");
  q.parallel_for(range<1>(8), [=](id<1> i) {
     out[i] = static_cast<int>(ext::oneapi::experimental::this_id<1>()[0]);
   }).wait();
  check(out[5] == 5, "this_id");
  free(out, q);
}

/// Both namespaces at once, which share the name info.
std::size_t computeUnits(const device &of) {
  using namespace sycl::ext::oneapi;
  static_assert(std::is_same_v<info::device::num_compute_units,
                               ext::oneapi::info::device::num_compute_units>);
  return of.get_info<info::device::max_compute_units>();
}

/// Names of DPC++ for attributes, which are ignored if they are of another compiler.
void attributes(queue &q) {
  bool *hasRun = malloc_shared<bool>(1, q);
  *hasRun = false;
  q.parallel_for(nd_range<1>(32, 32), [=](nd_item<1> item) [[intel::reqd_sub_group_size(128)]] {
     if (item.get_global_id(0) == 31) // uses no sub-groups: any size will do
       *hasRun = true;
   }).wait();
  check(*hasRun, "intel::reqd_sub_group_size without sub-groups");
  sycl::free(hasRun, q);
  const auto sizes = q.get_device().get_info<info::device::sub_group_sizes>();
  if (std::find(sizes.begin(), sizes.end(), 8) == sizes.end())
    return;
  int *seen = malloc_shared<int>(3, q);
  const auto sizeOf = [](nd_item<1> item) {
    return int(item.get_sub_group().get_max_local_range()[0]);
  };
  const nd_range<1> space(32, 32);
  q.parallel_for(space, [=](nd_item<1> item) [[intel::reqd_sub_group_size(8)]] {
     seen[0] = sizeOf(item);
   }).wait();
  q.parallel_for(space,
                 [=](nd_item<1> item)
                     [[intel::kernel_args_restrict]] [[cl::reqd_work_group_size(32),
                                                       cl::intel_reqd_sub_group_size(8)]] {
                       seen[1] = sizeOf(item);
                     })
      .wait();
  struct Kernel {
    [[intel::reqd_sub_group_size(8)]] void operator()(nd_item<1> item) const {
      *seen = int(item.get_sub_group().get_max_local_range()[0]);
    }
    int *seen;
  };
  q.parallel_for(space, Kernel{seen + 2}).wait();
  check(seen[0] == 8 && seen[1] == 8 && seen[2] == 8, "intel::reqd_sub_group_size");
  sycl::free(seen, q);
}

/// The events of a queue that keeps an order.
void inOrderQueues(queue &q) {
  queue first(q.get_context(), q.get_device(), property::queue::in_order());
  queue second(q.get_context(), q.get_device(), property::queue::in_order());
  int *number = malloc_shared<int>(1, q);
  first.ext_oneapi_get_last_event()->wait();
  *number = 3;
  first.single_task([=] { *number *= 2; });
  first.ext_oneapi_get_last_event()->wait();
  check(*number == 6, "ext_oneapi_get_last_event");
  second.ext_oneapi_set_external_event(first.single_task([=] { *number += 1; }));
  second.single_task([=] { *number *= 10; }).wait();
  check(*number == 70, "ext_oneapi_set_external_event");
  first.ext_oneapi_prod();
  const auto fails = [](const auto &function) {
    try {
      function();
    } catch (const exception &error) {
      return error.code() == errc::invalid;
    }
    return false;
  };
  queue none(q.get_context(), q.get_device());
  check(fails([&] { (void)none.ext_oneapi_get_last_event(); }), "a queue without an order");
  check(fails([&] { none.ext_oneapi_set_external_event(event()); }), "a queue without an order");
  sycl::free(number, q);
}

/// Small extensions of DPC++ by their names.
void smallExtensions(queue &q) {
  namespace oe = ext::oneapi::experimental;
  const device device = q.get_device();
  check(device.get_platform().ext_oneapi_get_default_context() ==
            device.get_platform().khr_get_default_context(),
        "the default context");
  check(device.get_info<oe::info::device::max_work_groups<3>>()[2] > 0 &&
            device.get_info<oe::info::device::max_work_groups<1>>()[0] > 0 &&
            device.get_info<oe::info::device::max_global_work_groups>() > 0,
        "max_work_groups");
  check(computeUnits(device) > 0, "info");
  check(device.get_info<info::device::atomic64>() == device.has(aspect::atomic64), "atomic64");
  buffer<int> withProperties(
      range<1>(4), property_list{property::buffer::mem_channel(1),
                                 ext::oneapi::property::buffer::use_pinned_host_memory()});
  check(withProperties.get_property<property::buffer::mem_channel>().get_channel() == 1,
        "mem_channel");
  q.submit([&](handler &group) {
    const accessor memory(withProperties, group, write_only,
                          ext::oneapi::accessor_property_list{no_init, ext::oneapi::no_alias,
                                                              ext::oneapi::no_offset,
                                                              ext::intel::buffer_location<2>});
    check(memory.has_property<property::no_init>(), "accessor_property_list");
    group.parallel_for(range<1>(4), [=](id<1> i) {
      memory[i] = 0;
      ext::oneapi::atomic_ref<int, ext::oneapi::memory_order::relaxed,
                              ext::oneapi::memory_scope::device,
                              access::address_space::global_space>(memory[i]) += 3;
    });
  });
  check(host_accessor(withProperties)[3] == 3, "ext::oneapi::atomic_ref");
  int *numbers = malloc_shared<int>(64, q);
  oe::prepare_for_device_copy(numbers, 64, q);
  oe::release_from_device_copy(numbers, q.get_context());
  for (int i = 0; i < 64; ++i)
    numbers[i] = i;
  int *results = malloc_shared<int>(16, q);
  q.parallel_for(nd_range<1>(16, 16), [=](nd_item<1> item) {
     namespace old = ext::oneapi;
     const auto g = item.get_group();
     const int i = int(item.get_local_id(0));
     int sum = old::reduce(g, i, old::plus<>()) + old::reduce(g, i, 1, old::plus<>()); // 241
     sum += old::reduce(g, numbers, numbers + 64, old::maximum<>());                   // 304
     sum += old::any_of(g, i == 3) + old::all_of(g, i, [](int x) { return x < 20; });  // 306
     sum += old::none_of(g, numbers, numbers + 64, [](int x) { return x > 63; });      // 307
     sum += old::broadcast(g, i, 3) + old::broadcast(g, i) + old::leader(g);           // 310
     sum += old::exclusive_scan(g, i, old::plus<>()) - old::inclusive_scan(g, i, old::plus<>()) + i;
     results[i] = sum + oe::cuda::ldg(numbers + 5) - 5 - (i == 0);
   }).wait();
  check(results[0] == 310 && results[15] == 310, "algorithms of groups of before SYCL 2020");

  float *floats = malloc_shared<float>(3, q);
  q.single_task([=] {
     floats[0] = oe::native::tanh(0.5f);
     floats[1] = oe::native::tanh(vec<float, 2>(0.5f))[1];
   }).wait();
  check(std::fabs(floats[0] - std::tanh(0.5f)) < 1e-6f && floats[0] == floats[1], "native::tanh");
  if (device.has(aspect::fp16)) {
    q.single_task([=] { floats[2] = oe::native::exp2(half(3)); }).wait();
    check(floats[2] == 8, "native::exp2");
  }

  *results = 100;
  q.parallel_for(
       range<1>(64),
       reduction(results, plus<>(), oe::properties(oe::deterministic, oe::initialize_to_identity)),
       [](id<1>, auto &sum) { sum += 2; })
      .wait();
  check(*results == 128, "properties of reductions");
  sycl::free(floats, q);
  sycl::free(results, q);
  sycl::free(numbers, q);
}

void hostBuffers(queue &q) {
  buffer<int> numbers(range<1>(4));
  q.submit([&](handler &group) {
    auto access = numbers.get_access<access::mode::write, access::target::host_buffer>(group);
    group.host_task([=] { access[2] = 7; });
  });
  check(host_accessor(numbers)[2] == 7, "host_buffer with a handler");
}

void graphNodes(const queue &q) {
  namespace graphs = ext::oneapi::experimental;
  graphs::command_graph<graphs::graph_state::modifiable> graph(q.get_context(), q.get_device());
  std::vector<graphs::node> nodes;
  for (int i = 0; i < 3; ++i)
    nodes.push_back(graph.add([](handler &group) { group.single_task([] {}); }));
  graph.add([](handler &group) { group.single_task([] {}); },
            {graphs::property::node::depends_on(nodes)});
  (void)graph.finalize();
}

} // namespace

// A function of the program with the name of one of SYCL, which an argument of type half does not
// bring in.
namespace own {
template <class To, class From> To bit_cast(const From &from) { return sycl::bit_cast<To>(from); }
std::uint16_t bitsOf(half value) { return bit_cast<std::uint16_t>(value); }
} // namespace own

int main() {
  queue q;
  if (!hasSharedMemory())
    return kSkipped;
  names();
  references(q);
  check(own::bitsOf(half(1.0f)) == 0x3c00, "bit_cast");
  devices(q);
  queues();
  reductions(q);
  genericFunctions(q);
  workItems(q);
  hostBuffers(q);
  graphNodes(q);
  attributes(q);
  inOrderQueues(q);
  smallExtensions(q);
  return failures != 0;
}
