// A table for people: columns as wide as their widest cell, numbers to the right.
#pragma once

#include <string>
#include <vector>

namespace ursa::client {

enum class Align { Left, Right };

struct Column {
  std::string title;
  Align align = Align::Left;
};

/// The table as text, a line a row below the titles and a rule. A row with fewer cells than columns
/// lets its last cell run over the rest.
std::string formatTable(const std::vector<Column> &columns,
                        const std::vector<std::vector<std::string>> &rows);

} // namespace ursa::client
