// Cleanup when a signal ends a tool: ends its child processes and removes incomplete files. The
// handlers call only async-signal-safe functions; the registry is therefore a list of nodes that
// are never freed.
//
// SIGKILL cannot be handled. Child processes then end because of their parent-death signal.
#pragma once

#include <csignal>
#include <string>
#include <sys/types.h>

namespace ursa::inline support {

/// Handles SIGHUP, SIGINT, SIGQUIT, SIGPIPE and SIGTERM from now on, except those that the process
/// ignores: ends registered children, removes registered files, and ends the process by the same
/// signal. std::quick_exit cleans up as well. Any thread; further calls do nothing.
void cleanUpOnSignals();

/// Call in a child right after fork(): the registered entries belong to the parent.
void forgetCleanup();

/// While one lives, no signal ends the process: what is created meanwhile is registered before a
/// handler looks for it. Short, since a handler waits for the end of those of other threads.
class CleanupTransaction {
public:
  CleanupTransaction();
  CleanupTransaction(const CleanupTransaction &) = delete;
  CleanupTransaction &operator=(const CleanupTransaction &) = delete;
  ~CleanupTransaction();

  const sigset_t &signalsBefore() const { return before_; } ///< that were blocked in this thread

private:
  sigset_t before_;
};

/// Registers a file, a folder with the files in it, or a child process for cleanup.
class CleanupEntry {
public:
  CleanupEntry() = default;
  static CleanupEntry file(const std::string &path);
  static CleanupEntry folder(const std::string &path);
  static CleanupEntry process(pid_t group); ///< a process that leads its process group
  CleanupEntry(CleanupEntry &&other) noexcept;
  CleanupEntry &operator=(CleanupEntry &&other) noexcept;
  ~CleanupEntry() { release(); }

  /// Removes the entry from the registry without cleaning it up.
  void release();

private:
  struct Node;
  friend struct CleanupRegistry;
  explicit CleanupEntry(Node *node) : node_(node) {}
  Node *node_ = nullptr;
};

} // namespace ursa::inline support
