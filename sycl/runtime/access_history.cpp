#include "sycl/runtime/access_history.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace ursa::runtime {
namespace {

/// Completed readers are forgotten once there are so many.
constexpr size_t kManyReaders = 32;

/// So many are compared with each other.
constexpr size_t kFewCommands = 16;

constexpr size_t kAll = std::numeric_limits<size_t>::max();

} // namespace

void AccessHistory::add(const Box &pages, bool writes, const SharedCommand &command) {
  if (writes) {
    users_.assign(pages, {command, {}});
    return;
  }
  users_.update(pages, [&](const Box & /*part*/, Users &users) {
    if (!users.readers.empty() && users.readers.back() == command)
      return; // two accesses of one command
    if (users.readers.size() >= kManyReaders)
      std::erase_if(users.readers, [](const SharedCommand &each) { return each->isComplete(); });
    if (users.readers.empty() && users.writer == command)
      return; // it writes the page, too
    users.readers.push_back(command);
  });
}

Commands AccessHistory::all() const {
  Commands commands;
  users_.visit({{}, {kAll, kAll, kAll}}, [&](const Box & /*part*/, const Users &users) {
    commands.push_back(users.writer);
    commands.insert(commands.end(), users.readers.begin(), users.readers.end());
  });
  removeDuplicates(commands);
  return commands;
}

void removeDuplicates(Commands &commands) {
  if (commands.size() <= kFewCommands) { // without memory for a set
    auto end = commands.begin();
    for (auto each = commands.begin(); each != commands.end(); ++each)
      if (*each && std::find(commands.begin(), end, *each) == end) {
        if (end != each)
          *end = std::move(*each);
        ++end;
      }
    commands.erase(end, commands.end());
    return;
  }
  std::unordered_set<const Command *> known{nullptr};
  std::erase_if(commands,
                [&](const SharedCommand &each) { return !known.insert(each.get()).second; });
}

} // namespace ursa::runtime
