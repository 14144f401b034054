// A table of file names, as the tools of a device link hand it to each other:
//
//   [Code|Properties|Symbols]
//   a_0.bc|a_0.prop|a_0.sym
//   a_1.bc|a_1.prop|a_1.sym
//
// A row is one device image, a column one kind of file. Without a line of titles columns are named
// by their number, from 0; a plain list of files is a table with one column. The text is untrusted.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ursa {

/// Names of the columns that the tools write and read.
inline constexpr llvm::StringLiteral kCodeColumn = "Code";
inline constexpr llvm::StringLiteral kPropertiesColumn = "Properties";
inline constexpr llvm::StringLiteral kSymbolsColumn = "Symbols";
inline constexpr llvm::StringLiteral kManifestColumn = "Manifest";

/// A table; every row has as many cells as there are columns. A failed call changes nothing.
class FileTable {
public:
  /// An empty table with the given titles.
  explicit FileTable(std::vector<std::string> titles);

  /// Reads the text of a table; @p name is what error sentences call it. Empty lines are skipped.
  static llvm::Expected<FileTable> parse(llvm::StringRef text, llvm::StringRef name);

  /// Reads a file; "-" is standard input.
  static llvm::Expected<FileTable> read(const std::string &path);

  std::size_t columns() const { return titles_.size(); }
  std::size_t rows() const { return cells_.size(); }
  const std::vector<std::string> &titles() const { return titles_; }
  bool hasTitles() const { return hasTitles_; }

  const std::string &cell(std::size_t row, std::size_t column) const { return cells_[row][column]; }

  /// The place of a column by its title, else by its number.
  llvm::Expected<std::size_t> column(llvm::StringRef name) const;
  bool hasColumn(llvm::StringRef title) const;

  /// Appends a row. Fails when it has another number of cells than there are columns, or a cell
  /// holds '|' or a line break.
  llvm::Error addRow(std::vector<std::string> cells);

  /// Keeps the columns @p names, in their order.
  llvm::Error extract(llvm::ArrayRef<llvm::StringRef> names);

  /// Keeps rows by number: "2", "0,3" or "1-4", in that order.
  llvm::Error keepRows(llvm::StringRef numbers);

  llvm::Error rename(llvm::StringRef from, llvm::StringRef to);

  /// Makes the cells of column @p name those of @p source's column @p sourceName.
  llvm::Error replace(llvm::StringRef name, const FileTable &source, llvm::StringRef sourceName);

  /// Makes one cell @p value; @p row is its number in text.
  llvm::Error replaceCell(llvm::StringRef name, llvm::StringRef row, llvm::StringRef value);

  /// Appends a column @p title with the cells of column @p name.
  llvm::Error copyColumn(llvm::StringRef name, llvm::StringRef title);

  /// Appends the rows of @p other, which must have the same titles.
  llvm::Error merge(const FileTable &other);

  /// A cell by its column's name and its row's number in text.
  llvm::Expected<std::string> find(llvm::StringRef name, llvm::StringRef row) const;

  void dropTitles() { hasTitles_ = false; }

  /// The text form. Fails for what would not be read again: an empty cell that is its line, and a
  /// first row in brackets without titles.
  llvm::Expected<std::string> text() const;

private:
  llvm::Error fail(const llvm::Twine &problem) const;
  llvm::Expected<std::size_t> row(llvm::StringRef number) const;

  std::string name_; ///< empty for a table that was not read
  std::vector<std::string> titles_;
  bool hasTitles_ = true;
  std::vector<std::vector<std::string>> cells_;
};

} // namespace ursa
