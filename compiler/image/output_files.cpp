// See output_files.h.
#include "compiler/image/output_files.h"

#include "support/output_files.h"

using namespace llvm;

namespace ursa::compiler::image {
namespace {

llvm::Error toLlvmError(const Result<void> &result) {
  return result ? llvm::Error::success() : createStringError(result.error().message);
}

} // namespace

OutputFiles::OutputFiles() : files_(std::make_unique<OutputFileSet>()) {}

OutputFiles::~OutputFiles() = default;

void OutputFiles::addInput(const std::string &path) { files_->addInput(path); }

llvm::Error OutputFiles::add(const std::string &path, StringRef bytes) {
  return toLlvmError(files_->add(path, std::as_bytes(std::span(bytes.data(), bytes.size()))));
}

llvm::Error OutputFiles::commit() { return toLlvmError(files_->commit()); }

llvm::Error writeOutput(const std::string &path, StringRef bytes,
                        const std::vector<std::string> &inputs) {
  OutputFiles files;
  for (const std::string &input : inputs)
    files.addInput(input);
  if (llvm::Error error = files.add(path, bytes))
    return error;
  return files.commit();
}

llvm::Error checkOutputs(const std::vector<std::string> &outputs,
                         const std::vector<std::string> &inputs) {
  return toLlvmError(InputFiles(inputs).checkOutputs(outputs));
}

} // namespace ursa::compiler::image
