// A table of file names, which the tools of a device link pass to each other:
//
//   [Code|Properties|Symbols]
//   a_0.bc|a_0.prop|a_0.sym
//   a_1.bc|a_1.prop|a_1.sym
//
// A row is one device image, a column one kind of file. Without a title line, columns are named by
// their number, from 0; a plain list of files is a table with one column. The text is untrusted.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ursa::compiler::image {

/// Names of the columns that the tools write and read.
inline constexpr llvm::StringLiteral kCodeColumn = "Code";
inline constexpr llvm::StringLiteral kPropertiesColumn = "Properties";
inline constexpr llvm::StringLiteral kSymbolsColumn = "Symbols";
inline constexpr llvm::StringLiteral kManifestColumn = "Manifest";

/// A table. Every row has as many cells as there are columns. A failed call changes nothing.
class FileTable {
public:
  /// An empty table with the given titles.
  explicit FileTable(std::vector<std::string> titles);

  /// Parses the text of a table. Error messages call it @p name. Empty lines are skipped.
  static llvm::Expected<FileTable> parse(llvm::StringRef text, llvm::StringRef name);

  /// Reads a file; "-" is standard input.
  static llvm::Expected<FileTable> read(const std::string &path);

  std::size_t columns() const { return titles_.size(); }
  std::size_t rows() const { return cells_.size(); }
  const std::vector<std::string> &titles() const { return titles_; }
  bool hasTitles() const { return hasTitles_; }

  const std::string &cell(std::size_t row, std::size_t column) const { return cells_[row][column]; }

  /// Returns the index of a column by its title, else by its number.
  llvm::Expected<std::size_t> column(llvm::StringRef name) const;
  bool hasColumn(llvm::StringRef title) const;

  /// Appends a row. Fails if its number of cells is not the number of columns, or a cell holds '|'
  /// or a line break.
  llvm::Error addRow(std::vector<std::string> cells);

  /// Keeps the columns @p names, in their order.
  llvm::Error extract(llvm::ArrayRef<llvm::StringRef> names);

  /// Keeps rows by number: "2", "0,3" or "1-4", in that order.
  llvm::Error keepRows(llvm::StringRef numbers);

  llvm::Error rename(llvm::StringRef from, llvm::StringRef to);

  /// Replaces the cells of column @p name by those of @p source's column @p sourceName.
  llvm::Error replace(llvm::StringRef name, const FileTable &source, llvm::StringRef sourceName);

  /// Replaces one cell by @p value; @p row is its number in text.
  llvm::Error replaceCell(llvm::StringRef name, llvm::StringRef row, llvm::StringRef value);

  /// Appends a column @p title with the cells of column @p name.
  llvm::Error copyColumn(llvm::StringRef name, llvm::StringRef title);

  /// Appends the rows of @p other, which must have the same titles.
  llvm::Error merge(const FileTable &other);

  /// Returns a cell by the name of its column and the number of its row in text.
  llvm::Expected<std::string> find(llvm::StringRef name, llvm::StringRef row) const;

  void dropTitles() { hasTitles_ = false; }

  /// Returns the text form. Fails for a table that would not parse again: an empty cell that is its
  /// line, or a first row in brackets without titles.
  llvm::Expected<std::string> text() const;

private:
  llvm::Error fail(const llvm::Twine &problem) const;
  llvm::Expected<std::size_t> row(llvm::StringRef number) const;

  std::string name_; ///< empty for a table that was not parsed
  std::vector<std::string> titles_;
  bool hasTitles_ = true;
  std::vector<std::vector<std::string>> cells_;
};

} // namespace ursa::compiler::image
