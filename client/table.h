// Formats tables: columns are as wide as their widest cell, numbers are right-aligned.
#pragma once

#include <string>
#include <vector>

namespace ursa::client {

enum class Align { Left, Right };

struct Column {
  std::string title;
  Align align = Align::Left;
};

/// Formats the table with one line for each row below the titles and a rule. The last cell of a row
/// with fewer cells than columns extends over the rest.
std::string formatTable(const std::vector<Column> &columns,
                        const std::vector<std::vector<std::string>> &rows);

} // namespace ursa::client
