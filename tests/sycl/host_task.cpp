// Host tasks (SYCL 2020, 4.10): their accessors, order, errors and native objects.
#include "check.h"

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace sycl;

namespace {

void order(queue &q) {
  std::vector<int> seen;
  buffer<int> numbers{range<1>(64)};
  q.submit([&](handler &group) {
    accessor to(numbers, group, write_only, no_init);
    group.parallel_for(range<1>(64), [=](id<1> i) { to[i] = static_cast<int>(i[0]); });
  });
  q.submit([&](handler &group) {
    accessor<int, 1, access_mode::read_write, target::host_task> access(numbers, group);
    group.host_task([=, &seen] {
      for (int &each : access) {
        seen.push_back(each);
        each *= 2;
      }
    });
  });
  q.submit([&](handler &group) {
    accessor access(numbers, group);
    group.parallel_for(range<1>(64), [=](id<1> i) { access[i] += 1; });
  });
  {
    const host_accessor result(numbers, read_only);
    CHECK_EQUAL(seen.size(), 64);
    CHECK_EQUAL(seen[63], 63);
    CHECK_EQUAL(result[63], 127);
  }
  int calls = 0;
  const event first = q.submit([&](handler &group) { group.host_task([&] { calls = 1; }); });
  q.submit([&](handler &group) {
     group.depends_on(first);
     group.host_task([&] { calls = calls * 10 + 2; });
   }).wait();
  CHECK_EQUAL(calls, 12);
}

// A kernel, a host task and a copy wait for a host_accessor; what follows does not block.
void commandsBehindAnAccessor(queue &q) {
  buffer<int> numbers{range<1>(8)}, others{range<1>(8)};
  int seen = 0;
  {
    host_accessor access(numbers, write_only, no_init);
    q.submit([&](handler &group) {
      accessor on(numbers, group);
      group.parallel_for(range<1>(8), [=](id<1> i) { on[i] += 1; });
    });
    q.submit([&](handler &group) {
      accessor<int, 1, access_mode::read, target::host_task> from(numbers, group);
      group.host_task([=, &seen] { seen = from[7]; });
    });
    q.submit([&](handler &group) {
      accessor from(numbers, group, read_only);
      accessor to(others, group, write_only, no_init);
      group.copy(from, to);
    });
    for (int &each : access)
      each = 41;
  }
  const host_accessor result(others, read_only);
  CHECK_EQUAL(result[0], 42);
  q.wait();
  CHECK_EQUAL(seen, 42);
}

void errors() {
  std::vector<std::string> caught;
  const auto handle = [&](exception_list list) {
    for (const std::exception_ptr &each : list)
      try {
        std::rethrow_exception(each);
      } catch (const std::exception &error) {
        caught.push_back(error.what());
      }
  };
  queue q(default_selector_v, handle);
  buffer<int> numbers{range<1>(1)};
  q.submit([&](handler &group) {
    accessor<int, 1, access_mode::write, target::host_task> access(numbers, group);
    group.host_task([=] {
      access[0] = 5;
      throw std::runtime_error("the first host task failed");
    });
  });
  const event failed = q.submit([&](handler &group) {
    group.host_task([] { throw exception(make_error_code(errc::runtime), "the second one, too"); });
  });
  q.wait();
  CHECK_EQUAL(caught.size(), 0);
  failed.wait_and_throw();
  q.wait_and_throw(); // nothing is passed twice
  CHECK_EQUAL(caught.size(), 2);
  if (caught.size() == 2)
    CHECK((caught[0] == "the first host task failed") !=
          (caught[1] == "the first host task failed"));
  const host_accessor access(numbers, read_only);
  CHECK_EQUAL(access[0], 5);

  // The queue that a task holds is the last one.
  caught.clear();
  {
    queue temporary(default_selector_v, handle);
    temporary.submit(
        [&](handler &group) { group.host_task([] { throw std::logic_error("late"); }); });
    temporary.wait();
  }
  CHECK_EQUAL(caught.size(), 1);
}

void interop(queue &q) {
  buffer<int> numbers{range<1>(1)};
  bool isSame = false;
  errc mismatch = errc::success;
  q.submit([&](handler &group) {
     accessor access(numbers, group, write_only, no_init);
     group.host_task([&, access](const interop_handle handle) {
       isSame = handle.get_backend() == q.get_backend();
       mismatch = codeOf([&] {
         if (handle.get_backend() == backend::opencl)
           (void)handle.get_native_queue<backend::ext_ursa_host>();
         else
           (void)handle.get_native_queue<backend::opencl>();
       });
       if (handle.get_backend() == backend::ext_ursa_host)
         *reinterpret_cast<int *>(handle.get_native_mem<backend::ext_ursa_host>(access)) = 1;
     });
   }).wait();
  CHECK(isSame);
  CHECK(mismatch == errc::invalid);
  if (q.get_backend() == backend::ext_ursa_host) {
    const host_accessor result(numbers, read_only);
    CHECK_EQUAL(result[0], 1);
  }
}

// Each task waits for one that it submits, which may need a thread of its own.
void nested(queue &q, int depth, int &reached) {
  q.submit([&](handler &group) {
     group.host_task([&q, &reached, depth] {
       ++reached;
       if (depth > 1)
         nested(q, depth - 1, reached);
     });
   }).wait();
}

void waitForEachOther(queue &q) {
  int reached = 0;
  nested(q, 150, reached);
  CHECK_EQUAL(reached, 150);
  // A task is behind the one that waits for a third, and empty commands and kernels are between.
  int order = 0, behind = 0, inner = 0;
  int *const number = malloc_device<int>(1, q);
  const event first = q.submit([&](handler &group) {
    group.host_task([&] {
      const event kernel = q.single_task([=] { *number = 1; });
      const event joined = q.submit([&](handler &all) { all.depends_on(kernel); });
      q.submit([&](handler &last) {
         last.depends_on(joined);
         last.host_task([&] {
           int value = 0;
           q.copy(number, &value, 1).wait();
           inner = ++order + value;
         });
       }).wait();
    });
  });
  const event second = q.submit([&](handler &group) {
    group.depends_on(first);
    group.host_task([&] { behind = ++order; });
  });
  second.wait();
  CHECK_EQUAL(inner, 2);
  CHECK_EQUAL(behind, 2);
  free(number, q);
}

} // namespace

int main() {
  queue outOfOrder, inOrder{property::queue::in_order()};
  for (queue *q : {&outOfOrder, &inOrder}) {
    order(*q);
    commandsBehindAnAccessor(*q);
    interop(*q);
  }
  waitForEachOther(outOfOrder);
  errors();
  return failures != 0;
}
