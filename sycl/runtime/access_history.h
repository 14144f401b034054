// Who used a region last (AdaptiveCpp runtime specification, "Dependencies").
#pragma once

#include "sycl/runtime/command.h"
#include "sycl/runtime/page_grid.h"
#include "sycl/runtime/region_map.h"

namespace ursa::runtime {

/// For each page, the last command that writes it and those that read it since. Two accesses are in
/// conflict if one of them writes and their page ranges overlap; a command waits for the last ones
/// only, which have waited for those before. Boxes are page ranges. Not thread safe.
class AccessHistory {
public:
  explicit AccessHistory(const PageGrid &grid) : users_(grid.extent(), grid.pageSize(), Users{}) {}

  /// Calls @p visitor(box, commands, areReaders) for the parts of a page range and the commands
  /// with which a new access of it is in conflict and that no other of these waits for.
  template <class Visitor>
  void visitConflicts(const Box &pages, bool writes, Visitor &&visitor) const {
    users_.visit(pages, [&](const Box &part, const Users &users) {
      if (writes && !users.readers.empty())
        visitor(part, std::span<const SharedCommand>(users.readers), true);
      else if (users.writer)
        visitor(part, std::span<const SharedCommand>(&users.writer, 1), false);
      else
        visitor(part, std::span<const SharedCommand>(), false);
    });
  }

  void add(const Box &pages, bool writes, const SharedCommand &command);

  /// The commands that are remembered, each once.
  Commands all() const;

  size_t partCount() const { return users_.leafCount(); }

private:
  struct Users {
    SharedCommand writer; ///< null without one
    Commands readers;     ///< since then
    friend bool operator==(const Users &, const Users &) = default;
  };

  RegionMap<Users> users_;
};

/// Removes equal commands, and null; keeps the order.
void removeDuplicates(Commands &commands);

} // namespace ursa::runtime
