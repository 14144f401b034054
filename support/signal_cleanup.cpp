// See signal_cleanup.h.
#include "support/signal_cleanup.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <mutex>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace ursa::inline support {

/// Never freed: a handler may run at any time.
struct CleanupEntry::Node {
  enum class Kind { File, Folder, Process };
  const Kind kind;
  const std::string path;
  const pid_t group;
  std::atomic<bool> isLive{true};
  Node *next = nullptr;
};

struct CleanupRegistry {
  using Node = CleanupEntry::Node;
  using Kind = Node::Kind;

  static std::atomic<Node *> head;
  static std::atomic<bool> isEnding;  ///< a handler runs
  static std::atomic<int> inProgress; ///< transactions

  static CleanupEntry add(Kind kind, std::string path, pid_t group) {
    static std::once_flag once;
    std::call_once(once, [] { std::at_quick_exit(removeFiles); });
    auto *node = new Node{kind, std::move(path), group};
    node->next = head.load();
    while (!head.compare_exchange_weak(node->next, node))
      ;
    return CleanupEntry(node);
  }

  template <typename Function> static void forEach(Kind kind, Function function) {
    for (Node *node = head.load(); node; node = node->next)
      if (node->kind == kind && node->isLive)
        function(*node);
  }

  /// Async-signal-safe.
  static void removeFiles() {
    forEach(Kind::File, [](Node &node) { ::unlink(node.path.c_str()); });
    forEach(Kind::Folder, [](Node &node) { removeFolder(node.path.c_str()); });
  }

  /// Ends child processes and waits until they have ended: they remove their own temporary files.
  /// Async-signal-safe.
  static void endProcesses() {
    forEach(Kind::Process, [](Node &node) { ::kill(-node.group, SIGTERM); });
    constexpr int kMaxTries = 200;
    constexpr timespec kInterval{0, 10'000'000};
    int tries = 0;
    forEach(Kind::Process, [&](Node &node) {
      // Another thread may wait for the process too, so that this one finds no child.
      while (::waitpid(node.group, nullptr, WNOHANG) == 0 && tries++ < kMaxTries)
        ::nanosleep(&kInterval, nullptr);
      ::kill(-node.group, SIGKILL);
      while (::waitpid(node.group, nullptr, 0) < 0 && errno == EINTR)
        ;
    });
  }

private:
  /// Removes a folder and the files in it. readdir() is not async-signal-safe.
  static void removeFolder(const char *path) {
    const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
      return;
    struct Entry { // linux_dirent64
      std::uint64_t inode;
      std::int64_t offset;
      unsigned short size;
      unsigned char type;
      char name[1];
    };
    alignas(Entry) char buffer[4096];
    for (long count; (count = ::syscall(SYS_getdents64, folder, buffer, sizeof(buffer))) > 0;)
      for (long at = 0; at < count;) {
        const auto *entry = reinterpret_cast<const Entry *>(buffer + at);
        ::unlinkat(folder, entry->name, 0); // fails for "." and ".."
        at += entry->size;
      }
    ::close(folder);
    ::rmdir(path);
  }
};

std::atomic<CleanupEntry::Node *> CleanupRegistry::head{nullptr};
std::atomic<bool> CleanupRegistry::isEnding{false};
std::atomic<int> CleanupRegistry::inProgress{0};

namespace {

constexpr int kSignals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM};

sigset_t handledSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : kSignals)
    sigaddset(&set, signal);
  return set;
}

[[noreturn]] void waitForTheEnd() {
  for (;;)
    ::pause();
}

void onSignal(int signal) {
  if (CleanupRegistry::isEnding.exchange(true)) // in another thread
    waitForTheEnd();
  constexpr timespec kInterval{0, 1'000'000};
  while (CleanupRegistry::inProgress > 0)
    ::nanosleep(&kInterval, nullptr);
  CleanupRegistry::endProcesses();
  CleanupRegistry::removeFiles();
  ::signal(signal, SIG_DFL);
  const sigset_t handled = handledSignals();
  ::raise(signal);
  ::pthread_sigmask(SIG_UNBLOCK, &handled, nullptr);
  ::_exit(1);
}

} // namespace

void cleanUpOnSignals() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_mask = handledSignals();
    for (int signal : kSignals) {
      struct sigaction before {};
      if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
        ::sigaction(signal, &action, nullptr);
    }
  });
}

void forgetCleanup() {
  using Kind = CleanupRegistry::Kind;
  for (Kind kind : {Kind::File, Kind::Folder, Kind::Process})
    CleanupRegistry::forEach(kind, [](auto &node) { node.isLive = false; });
}

CleanupTransaction::CleanupTransaction() {
  const sigset_t handled = handledSignals();
  ::pthread_sigmask(SIG_BLOCK, &handled, &before_);
  ++CleanupRegistry::inProgress;
  if (!CleanupRegistry::isEnding)
    return;
  --CleanupRegistry::inProgress;
  waitForTheEnd();
}

CleanupTransaction::~CleanupTransaction() {
  --CleanupRegistry::inProgress;
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

CleanupEntry CleanupEntry::file(const std::string &path) {
  return CleanupRegistry::add(Node::Kind::File, path, 0);
}

CleanupEntry CleanupEntry::folder(const std::string &path) {
  return CleanupRegistry::add(Node::Kind::Folder, path, 0);
}

CleanupEntry CleanupEntry::process(pid_t group) {
  return CleanupRegistry::add(Node::Kind::Process, "", group);
}

CleanupEntry::CleanupEntry(CleanupEntry &&other) noexcept
    : node_(std::exchange(other.node_, nullptr)) {}

CleanupEntry &CleanupEntry::operator=(CleanupEntry &&other) noexcept {
  if (this != &other) {
    release();
    node_ = std::exchange(other.node_, nullptr);
  }
  return *this;
}

void CleanupEntry::release() {
  if (node_)
    std::exchange(node_, nullptr)->isLive = false;
}

} // namespace ursa::inline support
