// See file_table.h.
#include "compiler/image/file_table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace ursa::compiler::image {
namespace {

constexpr StringLiteral kForbiddenInCells = StringLiteral::withInnerNUL("|\r\n\0");

std::vector<std::string> splitCells(StringRef line) {
  SmallVector<StringRef, 4> parts;
  line.split(parts, '|');
  return {parts.begin(), parts.end()};
}

/// Returns whether a line holds the titles of the columns.
bool isTitleLine(StringRef line) {
  return line.size() > 2 && line.front() == '[' && line.back() == ']';
}

bool isValidCell(StringRef cell) {
  return cell.find_first_of(kForbiddenInCells) == StringRef::npos;
}

std::string countText(std::size_t number, StringRef thing) {
  return (Twine(number) + " " + thing + (number == 1 ? "" : "s")).str();
}

} // namespace

FileTable::FileTable(std::vector<std::string> titles) : titles_(std::move(titles)) {}

Error FileTable::fail(const Twine &problem) const {
  return createStringError("The file table" + (name_.empty() ? "" : " '" + name_ + "'") + " " +
                           problem + ".");
}

Expected<FileTable> FileTable::parse(StringRef text, StringRef name) {
  FileTable table({});
  table.name_ = name.str();
  table.hasTitles_ = false;
  bool first = true;
  for (std::size_t number = 1; !text.empty(); ++number) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line.consume_back("\r");
    if (line.empty())
      continue;
    if (line.contains('\0') || line.contains('\r'))
      return table.fail("has a control character in line " + Twine(number));
    if (first && isTitleLine(line)) {
      table.titles_ = splitCells(line.drop_front().drop_back());
      table.hasTitles_ = true;
      StringSet<> known;
      for (const std::string &title : table.titles_)
        if (title.empty() || !known.insert(title).second)
          return table.fail(title.empty() ? "has a column without a title"
                                          : "has two columns '" + title + "'");
      first = false;
      continue;
    }
    std::vector<std::string> cells = splitCells(line);
    if (first)
      for (std::size_t i = 0; i < cells.size(); ++i)
        table.titles_.push_back(std::to_string(i));
    first = false;
    if (cells.size() != table.columns())
      return table.fail("has " + countText(cells.size(), "cell") + " in line " + Twine(number) +
                        "; " + Twine(table.columns()) + " were expected");
    table.cells_.push_back(std::move(cells));
  }
  if (first)
    return table.fail("is empty");
  return table;
}

Expected<FileTable> FileTable::read(const std::string &path) {
  auto buffer = MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return createStringError("The file table '" + path +
                             "' cannot be read: " + buffer.getError().message() + ".");
  return parse((*buffer)->getBuffer(), path);
}

Expected<std::size_t> FileTable::column(StringRef name) const {
  const auto found = llvm::find(titles_, name);
  if (found != titles_.end())
    return static_cast<std::size_t>(found - titles_.begin());
  std::size_t number = 0;
  if (!name.getAsInteger(10, number) && number < columns())
    return number;
  return fail("has no column '" + name + "'; it has " + join(titles_, ", "));
}

bool FileTable::hasColumn(StringRef title) const {
  return hasTitles_ && is_contained(titles_, title.str());
}

Expected<std::size_t> FileTable::row(StringRef number) const {
  std::size_t row = 0;
  if (number.getAsInteger(10, row) || row >= rows())
    return fail("has no row '" + number + "'; it has " + countText(rows(), "row") +
                ", counted from 0");
  return row;
}

Error FileTable::addRow(std::vector<std::string> cells) {
  if (cells.size() != columns())
    return fail("was given a row of " + countText(cells.size(), "cell") + "; it has " +
                countText(columns(), "column"));
  for (const std::string &cell : cells)
    if (!isValidCell(cell))
      return fail("cannot hold the name '" + cell + "', which has '|' or a line break");
  cells_.push_back(std::move(cells));
  return Error::success();
}

Error FileTable::extract(ArrayRef<StringRef> names) {
  SmallVector<std::size_t, 4> columnIndices;
  for (StringRef name : names) {
    auto columnIndex = column(name);
    if (!columnIndex)
      return columnIndex.takeError();
    if (is_contained(columnIndices, *columnIndex))
      return fail("has column '" + name + "', which cannot be extracted twice");
    columnIndices.push_back(*columnIndex);
  }
  auto pick = [&](std::vector<std::string> &cells) {
    std::vector<std::string> picked;
    for (std::size_t columnIndex : columnIndices)
      picked.push_back(std::move(cells[columnIndex]));
    cells = std::move(picked);
  };
  pick(titles_);
  for (std::vector<std::string> &cells : cells_)
    pick(cells);
  return Error::success();
}

Error FileTable::keepRows(StringRef numbers) {
  SmallVector<StringRef, 4> parts;
  numbers.split(parts, ',');
  std::vector<std::vector<std::string>> kept;
  for (StringRef part : parts) {
    auto [from, to] = part.split('-');
    auto first = row(from);
    if (!first)
      return first.takeError();
    auto last = row(part.contains('-') ? to : from);
    if (!last)
      return last.takeError();
    for (std::size_t i = *first; i <= *last; ++i)
      kept.push_back(cells_[i]);
    if (kept.size() > rows() * parts.size() || *first > *last)
      return fail("has no rows '" + part + "': the first is after the last");
  }
  cells_ = std::move(kept);
  return Error::success();
}

Error FileTable::rename(StringRef from, StringRef to) {
  auto columnIndex = column(from);
  if (!columnIndex)
    return columnIndex.takeError();
  if (to.empty() || !isValidCell(to) || to.contains(']'))
    return fail("cannot have a column '" + to + "'");
  if (titles_[*columnIndex] != to && is_contained(titles_, to.str()))
    return fail("has a column '" + to + "' already");
  titles_[*columnIndex] = to.str();
  return Error::success();
}

Error FileTable::replace(StringRef name, const FileTable &source, StringRef sourceName) {
  auto columnIndex = column(name);
  if (!columnIndex)
    return columnIndex.takeError();
  auto from = source.column(sourceName);
  if (!from)
    return from.takeError();
  if (source.rows() != rows())
    return fail("has " + countText(rows(), "row") + "; '" + source.name_ + "' has " +
                Twine(source.rows()));
  for (std::size_t i = 0; i < rows(); ++i)
    cells_[i][*columnIndex] = source.cells_[i][*from];
  return Error::success();
}

Error FileTable::replaceCell(StringRef name, StringRef number, StringRef value) {
  auto columnIndex = column(name);
  if (!columnIndex)
    return columnIndex.takeError();
  auto rowIndex = row(number);
  if (!rowIndex)
    return rowIndex.takeError();
  if (!isValidCell(value))
    return fail("cannot hold the name '" + value + "', which has '|' or a line break");
  cells_[*rowIndex][*columnIndex] = value.str();
  return Error::success();
}

Error FileTable::copyColumn(StringRef name, StringRef title) {
  auto columnIndex = column(name);
  if (!columnIndex)
    return columnIndex.takeError();
  if (title.empty() || !isValidCell(title) || title.contains(']'))
    return fail("cannot have a column '" + title + "'");
  if (is_contained(titles_, title.str()))
    return fail("has a column '" + title + "' already");
  titles_.push_back(title.str());
  for (std::vector<std::string> &cells : cells_)
    cells.push_back(std::string(cells[*columnIndex]));
  return Error::success();
}

Error FileTable::merge(const FileTable &other) {
  if (titles_ != other.titles_)
    return fail("has the columns " + join(titles_, ", ") + "; '" + other.name_ + "' has " +
                join(other.titles_, ", "));
  cells_.insert(cells_.end(), other.cells_.begin(), other.cells_.end());
  return Error::success();
}

Expected<std::string> FileTable::find(StringRef name, StringRef number) const {
  auto columnIndex = column(name);
  if (!columnIndex)
    return columnIndex.takeError();
  auto rowIndex = row(number);
  if (!rowIndex)
    return rowIndex.takeError();
  return cells_[*rowIndex][*columnIndex];
}

Expected<std::string> FileTable::text() const {
  std::string text;
  if (hasTitles_)
    text = "[" + join(titles_, "|") + "]\n";
  else if (!cells_.empty() && isTitleLine(join(cells_[0], "|")))
    return fail("cannot be written without titles: its first row would be read as titles");
  for (const std::vector<std::string> &cells : cells_) {
    if (cells.size() == 1 && cells[0].empty())
      return fail("cannot be written: its only column '" + titles_[0] + "' has an empty cell");
    text += join(cells, "|") + "\n";
  }
  return text;
}

} // namespace ursa::compiler::image
