// ursa-foreach: runs a command for each row of a file list or a column of a file table, optionally
// in parallel.
//
//   ursa-foreach -in-file-list=a.table -column=Code -in-replace={} -out-replace=out -out-dir=.
//                -out-ext=spv -out-file-list=spv.list -j 4 -- llc {} -o out
//
// Outputs are named STEM_0.EXT, STEM_1.EXT, …, where STEM is the text of -out-replace. If a job
// fails, all outputs are removed.
#include "compiler/image/file_table.h"
#include "compiler/image/output_files.h"
#include "compiler/tools/job_runner.h"
#include "compiler/tools/tool_main.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace {

using ursa::compiler::image::FileTable;

cl::OptionCategory category("ursa-foreach options");

cl::list<std::string> command(cl::Positional, cl::desc("-- <command>"), cl::cat(category));
cl::list<std::string> fileLists("in-file-list", cl::desc("List of files, or a file table"),
                                cl::value_desc("file"), cl::cat(category));
cl::list<std::string> inReplace("in-replace",
                                cl::desc("Text in the command that stands for a file of the list; "
                                         "one for each list"),
                                cl::value_desc("text"), cl::cat(category));
cl::opt<std::string> column("column", cl::desc("Column of the tables to take"), cl::init("0"),
                            cl::value_desc("column"), cl::cat(category));
cl::opt<std::string> outReplace("out-replace",
                                cl::desc("Text in the command that stands for the output"),
                                cl::value_desc("text"), cl::cat(category));
cl::opt<std::string> outDir("out-dir", cl::desc("Folder for outputs; without it, a temporary one"),
                            cl::value_desc("folder"), cl::cat(category));
cl::opt<std::string> outExt("out-ext", cl::desc("Extension of outputs"), cl::init("out"),
                            cl::value_desc("extension"), cl::cat(category));
cl::opt<std::string> outFileList("out-file-list", cl::desc("List of outputs to write"),
                                 cl::value_desc("file"), cl::cat(category));
cl::opt<std::string> outIncrement("out-increment",
                                  cl::desc("Name in the command that gets _1, _2, ... appended "
                                           "from the second job on"),
                                  cl::value_desc("text"), cl::cat(category));
cl::opt<unsigned> parallel("jobs", cl::desc("Jobs to run at once"), cl::init(1),
                           cl::value_desc("number"), cl::cat(category));
cl::alias parallelShort("j", cl::desc("Same as --jobs"), cl::aliasopt(parallel), cl::cat(category));

/// Returns the files of each list, by list and row.
Expected<std::vector<std::vector<std::string>>> readLists() {
  std::vector<std::vector<std::string>> lists;
  for (const std::string &path : fileLists) {
    auto table = FileTable::read(path);
    if (!table)
      return table.takeError();
    auto place = table->column(column);
    if (!place)
      return place.takeError();
    std::vector<std::string> files;
    for (std::size_t row = 0; row < table->rows(); ++row)
      files.push_back(table->cell(row, *place));
    if (!lists.empty() && files.size() != lists[0].size())
      return createStringError("The file list '" + path + "' has " + Twine(files.size()) +
                               " rows; '" + fileLists[0] + "' has " + Twine(lists[0].size()) + ".");
    lists.push_back(std::move(files));
  }
  return lists;
}

/// Replaces @p text in all arguments except the program. Returns false if no argument has it.
bool substitute(ursa::compiler::tools::Job &job, StringRef text, StringRef by) {
  bool found = false;
  for (std::string &argument : MutableArrayRef(job.command).drop_front()) {
    std::string result;
    StringRef rest = argument;
    for (std::size_t at; (at = rest.find(text)) != StringRef::npos; found = true) {
      result += (rest.take_front(at) + by).str();
      rest = rest.drop_front(at + text.size());
    }
    argument = result + rest.str();
  }
  return found;
}

Expected<std::string> outputFolder() {
  if (!outDir.empty()) {
    if (!sys::fs::is_directory(outDir))
      return createStringError("The folder '" + outDir + "' does not exist.");
    return outDir;
  }
  SmallString<128> folder;
  if (std::error_code code = sys::fs::createUniqueDirectory("ursa-foreach", folder))
    return createStringError("No temporary folder can be made: " + code.message() + ".");
  return std::string(folder);
}

/// Returns the output of job @p index: the placeholder's stem, a number and the extension.
std::string outputName(StringRef folder, std::size_t index) {
  SmallString<128> path(folder);
  sys::path::append(path, sys::path::stem(outReplace) + "_" + Twine(index) + "." + outExt);
  return std::string(path);
}

Error checkOptions() {
  if (command.empty())
    return createStringError("No command was given.");
  if (fileLists.empty() || fileLists.size() != inReplace.size())
    return createStringError("There are " + Twine(fileLists.size()) +
                             " options -in-file-list and " + Twine(inReplace.size()) +
                             " options -in-replace; one of each is needed for each list.");
  if (parallel == 0)
    return createStringError("The number of jobs is 0; it must be 1 or more.");
  for (const std::string &text : inReplace)
    if (text.empty())
      return createStringError("The text of an option -in-replace is empty.");
  return Error::success();
}

/// Jobs, and the removal of outputs when one fails, must not destroy what is read.
Error checkOutputs(const std::vector<std::vector<std::string>> &lists,
                   std::vector<std::string> outputs) {
  std::vector<std::string> read(fileLists.begin(), fileLists.end());
  for (const std::vector<std::string> &files : lists)
    read.insert(read.end(), files.begin(), files.end());
  if (!outFileList.empty())
    outputs.push_back(outFileList);
  return ursa::compiler::image::checkOutputs(outputs, read);
}

Error run() {
  if (Error error = checkOptions())
    return error;
  auto lists = readLists();
  if (!lists)
    return lists.takeError();
  std::string folder;
  if (!outReplace.empty()) {
    auto made = outputFolder();
    if (!made)
      return made.takeError();
    folder = std::move(*made);
  }
  std::vector<ursa::compiler::tools::Job> jobs;
  std::vector<std::string> outputs;
  for (std::size_t row = 0; !outReplace.empty() && row < (*lists)[0].size(); ++row)
    outputs.push_back(outputName(folder, row));
  if (Error error = checkOutputs(*lists, outputs)) {
    if (outDir.empty() && !folder.empty())
      sys::fs::remove(folder);
    return error;
  }
  auto removeOutputs = scope_exit([&] {
    for (const std::string &path : outputs)
      sys::fs::remove(path);
    if (outDir.empty() && !folder.empty())
      sys::fs::remove(folder);
  });
  for (std::size_t row = 0; row < (*lists)[0].size(); ++row) {
    ursa::compiler::tools::Job job{{command.begin(), command.end()}};
    if (!outIncrement.empty() && row > 0)
      substitute(job, outIncrement, outIncrement + "_" + std::to_string(row));
    if (!outReplace.empty() && !substitute(job, outReplace, outputs[row]))
      return createStringError("The command does not hold '" + outReplace +
                               "', the text of -out-replace.");
    for (std::size_t i = 0; i < lists->size(); ++i)
      substitute(job, inReplace[i], (*lists)[i][row]);
    jobs.push_back(std::move(job));
  }
  if (Error error = ursa::compiler::tools::runJobs(jobs, parallel, outs()))
    return error;
  if (!outFileList.empty()) {
    std::string text;
    for (const std::string &path : outputs)
      text += path + "\n";
    if (Error error = ursa::compiler::image::writeOutput(outFileList, text))
      return error;
  }
  removeOutputs.release();
  return Error::success();
}

} // namespace

int main(int argc, char **argv) {
  return ursa::compiler::tools::toolMain(argc, argv, category,
                                         "Runs a command for each row of a list of files.\n", run);
}
