// Commands without a driver, for tests of what only compares them.
#pragma once

#include "sycl/runtime/command.h"

namespace ursa::runtime {

class FakeCommand final : public Command {
public:
  static std::shared_ptr<FakeCommand> make() { return std::make_shared<FakeCommand>(); }
  bool isComplete() const override { return isDone; }
  void wait() const override {}

  bool isDone = false;
};

} // namespace ursa::runtime
