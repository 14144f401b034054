// URSA_SYCL_DUMP_GRAPH: the commands of a program and what they wait for.
#include "check.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

using namespace sycl;

int main() {
  const std::string name =
      (std::filesystem::temp_directory_path() / ("ursa-graph-" + std::to_string(getpid()) + ".dot"))
          .string();
  setenv("URSA_SYCL_DUMP_GRAPH", name.c_str(), 1); // before the first command
  queue q;
  buffer<int> numbers{range<1>(8)}, sums{range<1>(8)};
  q.submit([&](handler &group) {
    accessor access(numbers, group, write_only, no_init);
    group.parallel_for<class Writer>(range<1>(8), [=](id<1> i) { access[i] = 2; });
  });
  q.submit([&](handler &group) {
    accessor from(numbers, group, read_only);
    accessor to(sums, group, write_only, no_init);
    group.parallel_for<class Reader>(range<1>(8), [=](id<1> i) { to[i] = from[i] * 2; });
  });
  CHECK_EQUAL((host_accessor{sums}[3]), 4);
  std::ifstream file(name);
  const std::string graph((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  CHECK(graph.rfind("digraph commands {", 0) == 0);
  CHECK(graph.find("c1 [label=\"1: ") != std::string::npos);
  CHECK(graph.find("Writer") != std::string::npos);
  CHECK(graph.find("c1 -> c2;") != std::string::npos);
  std::filesystem::remove(name);
  return failures != 0;
}
