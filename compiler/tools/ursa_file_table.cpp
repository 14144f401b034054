// ursa-file-table: transforms a file table (compiler/image/file_table.h). Transformations run in
// the order of the command line; those with another input use the next one.
//
//   ursa-file-table -extract=Code -drop_titles a.table -o a.list
//   ursa-file-table -replace=Code,0 a.table a.spv.list -o b.table
#include "compiler/image/file_table.h"
#include "compiler/image/output_files.h"
#include "compiler/tools/tool_main.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <memory>
#include <optional>

using namespace llvm;

namespace {

using ursa::compiler::image::FileTable;

cl::OptionCategory category("ursa-file-table options");

cl::list<std::string> inputs(cl::Positional, cl::desc("<tables>"), cl::cat(category));
cl::opt<std::string> output("o", cl::desc("Table to write"), cl::value_desc("file"), cl::init("-"),
                            cl::cat(category));
cl::list<std::string> extract("extract", cl::desc("Keep these columns, in this order"),
                              cl::value_desc("column,..."), cl::cat(category));
cl::list<std::string> rename("rename", cl::desc("Give a column another title"),
                             cl::value_desc("old,new"), cl::cat(category));
cl::list<std::string> replace("replace",
                              cl::desc("Replace a column by one of the next input's table"),
                              cl::value_desc("column,its column"), cl::cat(category));
cl::list<std::string> replaceCell("replace_cell", cl::desc("Replace a cell by the next input"),
                                  cl::value_desc("column,row"), cl::cat(category));
cl::list<std::string> copyColumn("copy", cl::desc("Append a copy of a column"),
                                 cl::value_desc("column,title"), cl::cat(category));
cl::list<std::string> keepRows("rows", cl::desc("Keep these rows, in this order"),
                               cl::value_desc("row|first-last,..."), cl::cat(category));
cl::list<std::string> copySingleFile("copy_single_file",
                                     cl::desc("Write a copy of the file that a cell names; must be "
                                              "the last transformation"),
                                     cl::value_desc("column,row"), cl::cat(category));
cl::list<std::string> merge("merge", cl::ValueOptional,
                            cl::desc("Become the rows of all tables that a column names; without a "
                                     "column, append the rows of all further inputs"),
                            cl::value_desc("column"), cl::cat(category));
cl::opt<bool> dropTitles("drop_titles", cl::desc("Write no line of titles"), cl::cat(category));

/// One transformation of the command line.
struct Step {
  StringRef option;
  StringRef argument;
};

/// Returns the transformations by their position on the command line.
std::map<unsigned, Step> stepsInOrder() {
  std::map<unsigned, Step> steps;
  for (auto *list :
       {std::addressof(extract), std::addressof(rename), std::addressof(replace),
        std::addressof(replaceCell), std::addressof(copyColumn), std::addressof(keepRows),
        std::addressof(copySingleFile), std::addressof(merge)})
    for (unsigned i = 0; i < list->size(); ++i)
      steps[list->getPosition(i)] = {list->ArgStr, (*list)[i]};
  return steps;
}

class Transformation {
public:
  explicit Transformation(FileTable table)
      : table_(std::move(table)), read_(inputs.begin(), inputs.end()) {}

  Error run() {
    for (const auto &[place, step] : stepsInOrder()) {
      if (copied_)
        return createStringError("The option -copy_single_file must be the last transformation.");
      if (Error error = apply(step))
        return error;
    }
    for (; appendInputs_ && nextInput_ < inputs.size(); ++nextInput_) {
      auto other = FileTable::read(inputs[nextInput_]);
      if (!other)
        return other.takeError();
      if (Error error = table_.merge(*other))
        return error;
    }
    if (nextInput_ < inputs.size())
      return createStringError("No transformation takes the input '" + inputs[nextInput_] + "'.");
    return write();
  }

private:
  Error apply(const Step &step) {
    SmallVector<StringRef, 4> names;
    step.argument.split(names, ',');
    if (step.option == extract.ArgStr)
      return table_.extract(names);
    if (step.option == keepRows.ArgStr)
      return table_.keepRows(step.argument);
    if (step.option == merge.ArgStr) {
      if (!step.argument.empty())
        return mergeColumn(step.argument);
      appendInputs_ = true;
      return Error::success();
    }
    if (names.size() != 2 || names[0].empty() || names[1].empty())
      return createStringError("The option -" + step.option + " takes two names with a comma; '" +
                               step.argument + "' was given.");
    if (step.option == rename.ArgStr)
      return table_.rename(names[0], names[1]);
    if (step.option == copyColumn.ArgStr)
      return table_.copyColumn(names[0], names[1]);
    if (step.option == copySingleFile.ArgStr) {
      auto file = table_.find(names[0], names[1]);
      if (!file)
        return file.takeError();
      copied_ = std::move(*file);
      return Error::success();
    }
    if (nextInput_ >= inputs.size())
      return createStringError("The option -" + step.option + " needs another input.");
    const std::string &input = inputs[nextInput_++];
    if (step.option == replaceCell.ArgStr)
      return table_.replaceCell(names[0], names[1], input);
    auto source = FileTable::read(input);
    return source ? table_.replace(names[0], *source, names[1]) : source.takeError();
  }

  /// Replaces the table by the rows of the tables that column @p name names, which have the same
  /// titles.
  Error mergeColumn(StringRef name) {
    auto place = table_.column(name);
    if (!place)
      return place.takeError();
    std::optional<FileTable> merged;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      read_.push_back(table_.cell(row, *place));
      auto next = FileTable::read(read_.back());
      if (!next)
        return next.takeError();
      if (!merged)
        merged = std::move(*next);
      else if (Error error = merged->merge(*next))
        return error;
    }
    if (!merged)
      return createStringError("The column '" + name +
                               "' names no table to merge: the table has no rows.");
    table_ = std::move(*merged);
    return Error::success();
  }

  Error write() {
    if (copied_) {
      auto bytes = MemoryBuffer::getFile(*copied_);
      if (!bytes)
        return createStringError("The file '" + *copied_ +
                                 "' cannot be read: " + bytes.getError().message() + ".");
      read_.push_back(*copied_);
      return ursa::compiler::image::writeOutput(output, (*bytes)->getBuffer(), read_);
    }
    if (dropTitles)
      table_.dropTitles();
    auto text = table_.text();
    return text ? ursa::compiler::image::writeOutput(output, *text, read_) : text.takeError();
  }

  FileTable table_;
  std::vector<std::string> read_; ///< files that must not be overwritten
  std::size_t nextInput_ = 1;
  std::optional<std::string> copied_;
  bool appendInputs_ = false;
};

Error run() {
  if (inputs.empty())
    return createStringError("No file table was given.");
  auto table = FileTable::read(inputs[0]);
  return table ? Transformation(std::move(*table)).run() : table.takeError();
}

} // namespace

int main(int argc, char **argv) {
  return ursa::compiler::tools::toolMain(argc, argv, category, "Transforms a table of files.\n",
                                         run);
}
