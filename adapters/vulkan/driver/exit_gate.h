// What exit() does to threads that wait: its handlers destroy the static objects of drivers, and a
// thread that waits in a driver then, or enters it later, crashes.
#pragma once

namespace ursa::vulkan {

class Timeline;

/// A thread waits in the driver while it has such an object. After exit() has begun on another
/// thread, the constructor does not return: the thread sleeps until the process ends. Thread safe.
class WaitInDriver {
public:
  WaitInDriver() noexcept;
  ~WaitInDriver();
  WaitInDriver(const WaitInDriver &) = delete;
  WaitInDriver &operator=(const WaitInDriver &) = delete;
};

/// A timeline that the host signals: exit() signals what the host never will, because handlers of
/// drivers wait for work that waits for it. Lives as long as the timeline. Thread safe.
class HostSignals {
public:
  explicit HostSignals(Timeline &timeline);
  ~HostSignals();
  HostSignals(const HostSignals &) = delete;
  HostSignals &operator=(const HostSignals &) = delete;

private:
  Timeline &timeline_;
};

/// Lets exit() keep threads out of the driver, for which it waits until they have left. Handlers
/// run in the reverse order of registration, so the driver's libraries are to be loaded before.
void closeDriverAtExit();

} // namespace ursa::vulkan
