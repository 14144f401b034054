// Lays out a table as text.
#include "client/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace ursa::client {
namespace {

/// Width in columns: UTF-8 continuation bytes take none.
size_t widthOf(const std::string &text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string line(const std::vector<Column> &columns, const std::vector<size_t> &widths,
                 const std::vector<std::string> &cells) {
  std::string text;
  for (size_t i = 0; i < cells.size(); ++i) {
    const bool runsOver = cells.size() < columns.size() && i + 1 == cells.size();
    const size_t width = widthOf(cells[i]);
    const std::string pad(runsOver ? 0 : widths[i] - width, ' ');
    const bool right = !runsOver && columns[i].align == Align::Right;
    text += fmt::format("{}{}{}", i ? "  " : "", right ? pad : "", cells[i]);
    if (!right)
      text += pad;
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

} // namespace

std::string formatTable(const std::vector<Column> &columns,
                        const std::vector<std::vector<std::string>> &rows) {
  std::vector<size_t> widths;
  std::vector<std::string> titles;
  for (const Column &column : columns) {
    widths.push_back(widthOf(column.title));
    titles.push_back(column.title);
  }
  for (const auto &row : rows) {
    const size_t own = row.size() < columns.size() ? row.size() - 1 : row.size();
    for (size_t i = 0; i < own; ++i)
      widths[i] = std::max(widths[i], widthOf(row[i]));
  }
  std::string text = line(columns, widths, titles);
  size_t total = 2 * (columns.size() - 1);
  for (size_t width : widths)
    total += width;
  text += std::string(total, '-') + "\n";
  for (const auto &row : rows)
    text += line(columns, widths, row);
  return text;
}

} // namespace ursa::client
