// Fuzzes the reader of file tables, and the transformations of what was read. The first line of the
// input is the name of a column and of a row, what follows is the table.
#include "compiler/image/file_table.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

using ursa::compiler::image::FileTable;

void require(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "This does not hold: %s.\n", what);
  std::abort();
}

/// Errors are sentences about the table.
bool succeeded(llvm::Error error) {
  if (!error)
    return true;
  const std::string text = llvm::toString(std::move(error));
  require(llvm::StringRef(text).starts_with("The file table 'fuzzed' ") && text.back() == '.',
          "an error is a sentence that names the table");
  return false;
}

void requireSame(const FileTable &a, const FileTable &b) {
  require(a.titles() == b.titles() && a.rows() == b.rows(), "a table keeps its shape");
  for (std::size_t row = 0; row < a.rows(); ++row)
    for (std::size_t column = 0; column < a.columns(); ++column)
      require(a.cell(row, column) == b.cell(row, column), "a table keeps its cells");
}

void requireRoundTrip(const FileTable &table) {
  auto text = table.text();
  if (!text) {
    require(!succeeded(text.takeError()), "a table without a text form says why");
    require(table.columns() == 1 || !table.hasTitles(),
            "a table with titles and several columns has a text form");
    return;
  }
  if (table.rows() == 0 && !table.hasTitles())
    return;
  auto again = FileTable::parse(*text, "fuzzed");
  require(static_cast<bool>(again), "what was written can be read");
  requireSame(table, *again);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const llvm::StringRef input(reinterpret_cast<const char *>(data), size);
  const auto [name, text] = input.split('\n');
  auto table = FileTable::parse(text, "fuzzed");
  if (!table) {
    succeeded(table.takeError());
    return 0;
  }
  require(table->columns() > 0, "a table has a column");
  requireRoundTrip(*table);

  const FileTable before = *table;
  if (!succeeded(table->keepRows(name)))
    requireSame(*table, before);
  requireRoundTrip(*table);
  if (succeeded(table->copyColumn("0", name)))
    require(table->columns() == before.columns() + 1, "a copy is one more column");
  if (succeeded(table->rename("0", name)))
    require(llvm::is_contained(table->titles(), name.str()), "a column has its new title");
  if (table->hasTitles())
    requireRoundTrip(*table);
  if (succeeded(table->extract({name})))
    require(table->columns() == 1, "one column is left");
  if (auto cell = before.find(name, "0"); !cell)
    succeeded(cell.takeError());
  FileTable merged = before;
  require(succeeded(merged.merge(before)) && merged.rows() == 2 * before.rows(),
          "a table can be appended to itself");
  return 0;
}
