// Constant tables with addresses: of strings, of other tables, in structures, in functions, and of
// each other; read directly, through pointers, by copies, and around barriers.
#include "check.h"

#include <array>
#include <string_view>

namespace {

constexpr const char *words[] = {"zero", "one", "two", nullptr};
constexpr int numbers[] = {1, 2, 3, 4, 5};
struct Entry {
  const char *name;
  int value;
  const int *table;
};
constexpr Entry entries[] = {{"a", 1, numbers}, {"bb", 2, numbers + 2}, {nullptr, 3, nullptr}};
constexpr std::array<std::string_view, 3> views = {"red", "green", "blue"};
constexpr const int *const rows[2][2] = {{numbers, numbers + 1}, {numbers + 2, numbers + 3}};
constexpr const Entry *chosen[] = {&entries[1], &entries[0]};
struct Node {
  int value;
  const Node *next;
};
constexpr Node last{3, nullptr}, middle{2, &last}, first{1, &middle};
struct Mixed {
  const char *text;
  const Node *node;
};
constexpr Mixed mixed[] = {{"x", &first}, {"y", &last}};
template <class T> struct Named {
  static constexpr const char *names[2] = {"left", "right"};
};

constexpr int length(const char *text) {
  int count = 0;
  while (text && text[count] != '\0')
    ++count;
  return count;
}
[[gnu::noinline]] const char *const *wordTable() { return words; }
const Entry &entryAt(size_t i) { return entries[i]; }
const char *localTable(size_t i) {
  static constexpr const char *local[] = {"i", "ii", "iii"};
  return local[i];
}

// Runs a function of an index for 0 to N - 1.
template <class Function>
void expect(const Function &function, std::initializer_list<int> expected, int line) {
  sycl::queue queue;
  int *results = sycl::malloc_shared<int>(expected.size(), queue);
  queue
      .parallel_for(sycl::range<1>(expected.size()),
                    [=](sycl::id<1> i) { results[i] = function(i[0]); })
      .wait();
  for (size_t i = 0; i < expected.size(); ++i)
    if (results[i] != expected.begin()[i]) {
      std::fprintf(stderr, "line %d: %zu is %d, not %d\n", line, i, results[i],
                   expected.begin()[i]);
      ++failures;
    }
  sycl::free(results, queue);
}
#define EXPECT(FUNCTION, ...) expect([=](size_t i) -> int FUNCTION, { __VA_ARGS__ }, __LINE__)

void tables() {
  EXPECT({ return length(words[i]); }, 4, 3, 3, 0);
  EXPECT({ return words[i] ? words[i][1] : -1; }, 'e', 'n', 'w', -1);
  EXPECT({ return length(wordTable()[i]) + (wordTable() == words); }, 5, 4, 4, 1);
  EXPECT({ return entries[i].value + length(entries[i].name); }, 2, 4, 3);
  EXPECT({ return entries[i].table ? entries[i].table[1] : 0; }, 2, 4, 0);
  EXPECT({ return entryAt(i).value; }, 1, 2, 3);
  EXPECT(
      {
        const Entry copy = entries[i];
        return copy.value + length(copy.name);
      },
      2, 4, 3);
  EXPECT({ return static_cast<int>(views[i].size()) + views[i][0]; }, 3 + 'r', 5 + 'g', 4 + 'b');
  EXPECT({ return rows[i / 2][i % 2][0]; }, 1, 2, 3, 4);
  EXPECT({ return length(localTable(i)); }, 1, 2, 3);
  EXPECT({ return Named<int>::names[i][0]; }, 'l', 'r');
  EXPECT(
      {
        int sum = 0;
        for (const Entry &entry : entries)
          sum += entry.value * static_cast<int>(i);
        return sum;
      },
      0, 6, 12);
}

void tablesOfTables() {
  EXPECT({ return chosen[i]->value + length(chosen[i]->name) + chosen[i]->table[0]; }, 7, 3);
  EXPECT(
      {
        const Node *node = &first;
        for (size_t step = 0; step < i; ++step)
          node = node->next;
        return node->value;
      },
      1, 2, 3);
  EXPECT({ return mixed[i].text[0] + mixed[i].node->value; }, 'x' + 1, 'y' + 3);
}

void aroundBarriers() {
  sycl::queue queue;
  int *results = sycl::malloc_shared<int>(8, queue);
  queue
      .submit([&](sycl::handler &group) {
        sycl::local_accessor<const char *> shared(4, group);
        group.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
          const size_t i = item.get_local_id(0);
          shared[i] = words[i];
          const char *const *mine = words + i;
          sycl::group_barrier(item.get_group());
          results[item.get_global_id(0)] = 10 * length(shared[3 - i]) + length(*mine);
        });
      })
      .wait();
  const int expected[] = {4, 33, 33, 40};
  for (int i = 0; i < 8; ++i)
    CHECK_EQUAL(results[i], expected[i % 4]);
  sycl::free(results, queue);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  tables();
  tablesOfTables();
  aroundBarriers();
  return failures != 0;
}
