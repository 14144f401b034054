#include "adapters/host/jit/linker.h"

#include "compiler/targets/host/runtime/runtime_symbols.h"

#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

namespace ursa::jit {
namespace {

Error linkError(llvm::Error error) {
  return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, "The machine code cannot be loaded: {}.",
                   llvm::toString(std::move(error)));
}

} // namespace

struct LoadedCode::Session {
  explicit Session(std::unique_ptr<llvm::orc::ExecutorProcessControl> control)
      : session(std::move(control)), layer(session),
        library(session.createBareJITDylib("program")) {
    session.setErrorReporter(
        [this](llvm::Error error) { problem += llvm::toString(std::move(error)) + ' '; });
  }
  ~Session() { llvm::consumeError(session.endSession()); }

  std::string problem; ///< error that the session reported through its handler
  llvm::orc::ExecutionSession session;
  llvm::orc::ObjectLinkingLayer layer;
  llvm::orc::JITDylib &library;
};

LoadedCode::LoadedCode(std::unique_ptr<Session> session) : session_(std::move(session)) {}
LoadedCode::~LoadedCode() = default;

Result<std::unique_ptr<LoadedCode>> LoadedCode::load(std::unique_ptr<llvm::MemoryBuffer> object) {
  auto file = llvm::object::ObjectFile::createObjectFile(object->getMemBufferRef());
  if (!file)
    return linkError(file.takeError());
  std::vector<std::pair<std::string, void *>> needed;
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name) {
      llvm::consumeError(flags.takeError());
      llvm::consumeError(name.takeError());
      continue;
    }
    if (!(*flags & llvm::object::SymbolRef::SF_Undefined) || name->empty() ||
        *name == "_GLOBAL_OFFSET_TABLE_")
      continue;
    void *address = host::runtimeSymbol(name->str());
    if (!address)
      return makeError(
          UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
          "The program uses '{}', which is neither defined in it nor available on this "
          "device.",
          name->str());
    needed.emplace_back(name->str(), address);
  }

  // Linking runs in the thread that requests the first address; the session has no other threads.
  auto control = llvm::orc::SelfExecutorProcessControl::Create(
      nullptr, std::make_unique<llvm::orc::InPlaceTaskDispatcher>());
  if (!control)
    return linkError(control.takeError());
  auto session = std::make_unique<Session>(std::move(*control));
  llvm::orc::SymbolMap symbols;
  for (const auto &[name, address] : needed)
    symbols[session->session.intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                              llvm::JITSymbolFlags::Exported |
                                                  llvm::JITSymbolFlags::Callable};
  if (!symbols.empty())
    if (auto error = session->library.define(llvm::orc::absoluteSymbols(std::move(symbols))))
      return linkError(std::move(error));
  if (auto error = session->layer.add(session->library, std::move(object)))
    return linkError(std::move(error));
  return std::unique_ptr<LoadedCode>(new LoadedCode(std::move(session)));
}

Result<void *> LoadedCode::address(const std::string &symbol) {
  auto found = session_->session.lookup({&session_->library}, session_->session.intern(symbol));
  if (!found) {
    Error error = linkError(found.takeError());
    error.message += session_->problem;
    return error;
  }
  return found->getAddress().toPtr<void *>();
}

} // namespace ursa::jit
