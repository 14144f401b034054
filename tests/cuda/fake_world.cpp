#include "cuda/fake_world.h"

#include <regex>

namespace ursa::testing {

World &world() {
  static World &world = *new World;
  return world;
}

void waitForValues() {
  world().wait([] { return world().streamsAtValues == 0; });
}

bool &isInHostFunction() {
  thread_local bool isInside = false;
  return isInside;
}

FakeStream::FakeStream() : thread_([this] { run(); }) {}

FakeStream::~FakeStream() {
  world().change([&] { isEnding_ = true; });
  thread_.join();
}

void FakeStream::push(std::function<void()> work) {
  world().change([&] { works_.push_back(std::move(work)); });
}

bool FakeStream::isIdle() {
  const std::lock_guard guard(world().mutex);
  return works_.empty() && !isRunning_;
}

void FakeStream::finish() {
  world().wait([&] { return works_.empty() && !isRunning_; });
}

// After a fault, nothing runs any more.
void FakeStream::run() {
  while (true) {
    std::function<void()> work;
    {
      std::unique_lock lock(world().mutex);
      world().changed.wait(lock, [&] { return isEnding_ || !works_.empty(); });
      if (works_.empty())
        return;
      work = std::move(works_.front());
      works_.pop_front();
      isRunning_ = true;
    }
    if (world().fault == CUDA_SUCCESS)
      work();
    work = nullptr;
    world().change([&] { isRunning_ = false; });
  }
}

std::optional<FakeModule> readModule(const std::string &text, std::string &log) {
  static const std::regex entries(R"(\.entry\s+([\w$]+))");
  static const std::regex globals(
      R"(\.global\s+(?:\.align\s+\d+\s+)?\.[bsuf](\d+)\s+([\w$]+)(?:\[(\d+)\])?)");
  static const std::regex externs(R"(\.extern\s+\.func\s+(?:\([^)]*\)\s*)?([\w$]+))");
  using Matches = std::sregex_iterator;
  for (Matches match(text.begin(), text.end(), externs); match != Matches(); ++match) {
    const std::string name = (*match)[1];
    // Another part of the program may define it.
    if (!std::regex_search(text, std::regex(R"(\.visible\s+\.func\s+(?:\([^)]*\)\s*)?)" + name))) {
      log = "ptxas fatal   : Unresolved extern function '" + name + "'";
      return std::nullopt;
    }
  }
  FakeModule module;
  for (Matches match(text.begin(), text.end(), entries); match != Matches(); ++match)
    module.functions[(*match)[1]] = {(*match)[1], &fakeKernel((*match)[1])};
  if (const auto found = module.functions.find("constant_value"); found != module.functions.end())
    found->second.kernel = &(module.own["constant_value"] = constantKernel(text));
  for (Matches match(text.begin(), text.end(), globals); match != Matches(); ++match) {
    const size_t bytes = std::stoul((*match)[1]) / 8;
    const size_t count = (*match)[3].matched ? std::stoul((*match)[3]) : 1;
    module.variables[(*match)[2]].resize(bytes * count);
  }
  return module;
}

} // namespace ursa::testing
