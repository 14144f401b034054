// exit() in a host task. Its handlers destroy the static objects of drivers: a thread that waits in
// a driver then, or enters it later, crashes, and drivers wait for work that waits for the task.
// Other calls of exit() change nothing, as programs may wait for all commands in their handlers.
#pragma once

namespace ursa::vulkan {

class Timeline;

/// A thread waits in the driver while it has such an object. After exit() has begun in a host task,
/// the constructor does not return on other threads: they sleep until the process ends. Thread
/// safe.
class WaitInDriver {
public:
  WaitInDriver() noexcept;
  ~WaitInDriver();
  WaitInDriver(const WaitInDriver &) = delete;
  WaitInDriver &operator=(const WaitInDriver &) = delete;
};

/// Who signals a timeline. exit() in a host task signals what the host never will, and waits a
/// second at most for what the device then does. Lives as long as the timeline. Thread safe.
class SignalsAtExit {
public:
  enum Signaller { Host, Device };
  SignalsAtExit(Timeline &timeline, Signaller signaller);
  ~SignalsAtExit();
  SignalsAtExit(const SignalsAtExit &) = delete;
  SignalsAtExit &operator=(const SignalsAtExit &) = delete;

private:
  Timeline &timeline_;
};

/// Lets exit() in a host task keep threads out of the driver, for which it waits until they have
/// left. Handlers run in the reverse order of registration, so the driver's libraries are to be
/// loaded before. A forked child leaves the driver alone.
void closeDriverAtExit();

} // namespace ursa::vulkan
