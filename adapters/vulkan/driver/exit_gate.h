// What exit() does before its handlers destroy the static objects of drivers and layers: a thread
// that is in a driver then, or enters it later, crashes. In a host task, drivers also wait for work
// that waits for the task.
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

/// Lets exit() wait for all work, as long as some completes each second. In a host task it first
/// keeps other threads out of the driver, for which it waits until they have left. Handlers run in
/// the reverse order of registration, so the driver's libraries are to be loaded before. A forked
/// child leaves the driver alone.
void closeDriverAtExit();

} // namespace ursa::vulkan
