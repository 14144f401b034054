// URSA_TRACE_FILE: the graph of a program's commands as a timeline: kernels, transfers with their
// bytes, and what waits for what.
#include "check.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

class Doubles;
class Adds;

namespace {

constexpr size_t kCount = 5000;

void runChain() {
  sycl::queue queue;
  sycl::buffer<int> numbers{sycl::range<1>(kCount)};
  int *copy = sycl::malloc_device<int>(kCount, queue);
  queue.submit([&](sycl::handler &group) {
    sycl::accessor all(numbers, group, sycl::write_only, sycl::no_init);
    group.parallel_for<Doubles>(sycl::range<1>(kCount),
                                [=](sycl::id<1> i) { all[i] = 2 * static_cast<int>(i[0]); });
  });
  const sycl::event last = queue.submit([&](sycl::handler &group) {
    sycl::accessor all(numbers, group);
    group.parallel_for<Adds>(sycl::range<1>(kCount),
                             [=](sycl::id<1> i) { all[i] += copy != nullptr; });
  });
  CHECK_EQUAL((sycl::host_accessor{numbers}[3]), 7);
  queue.memset(copy, 0, kCount * sizeof(int), last).wait();
  sycl::free(copy, queue);
}

/// Runs this program again under the tracing layer, and returns what was written.
std::string traceOf(const char *program) {
  const std::string name = (std::filesystem::temp_directory_path() /
                            ("ursa-trace-" + std::to_string(getpid()) + ".json"))
                               .string();
  const std::string command = "UR_ENABLE_LAYERS=UR_LAYER_TRACING UR_LOG_TRACING=level:quiet "
                              "URSA_TRACE_FILE='" +
                              name + "' '" + program + "' traced";
  CHECK_EQUAL(std::system(command.c_str()), 0);
  std::ifstream file(name);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::filesystem::remove(name);
  return text;
}

size_t countOf(const std::string &text, const std::string &part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

} // namespace

int main(int argumentCount, char **arguments) {
  if (argumentCount > 1) {
    runChain();
    return failures != 0;
  }
  const std::string trace = traceOf(arguments[0]);
  CHECK(trace.rfind("{\"traceEvents\":[", 0) == 0);
  CHECK(trace.find("]}") != std::string::npos);
  CHECK_EQUAL(countOf(trace, "\"name\":\"_ZTS7Doubles\""), 1);
  CHECK_EQUAL(countOf(trace, "\"name\":\"_ZTS4Adds\""), 1);
  CHECK(trace.find("\"bytes\":20000") != std::string::npos);
  CHECK(countOf(trace, "\"ph\":\"s\"") >= 2); // from Doubles to Adds, and to the fill
  CHECK_EQUAL(countOf(trace, "\"ph\":\"s\""), countOf(trace, "\"ph\":\"f\""));
  return failures != 0;
}
