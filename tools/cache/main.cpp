// ursa-cache: shows and cleans the cache of compiled programs.
//
// Exit status 0; 1 if `verify` found damaged entries, if the cache is off or must not be used, if
// the output cannot be written, or for an invalid command line.
#include "client/command_line.h"
#include "client/program.h"
#include "tools/cache/report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace ursa::cache {
namespace {

using core::cache::DiskStore;

struct Options {
  std::string folder, size;
  double days = -1; ///< negative: any
  bool json = false, verbose = false;
};

DiskStore openStore(const Options &options) {
  const core::cache::DiskStoreSettings settings = core::cache::diskStoreSettings();
  if (!settings.problem.empty())
    client::printWarning(settings.problem);
  const std::filesystem::path folder =
      options.folder.empty() ? settings.folder : std::filesystem::path(options.folder);
  if (folder.empty())
    client::fail("There is no cache: URSA_CACHE is 0, or neither URSA_CACHE_DIR, "
                 "XDG_CACHE_HOME nor HOME names a folder.");
  return {folder, settings.limit ? settings.limit : uint64_t{1} << 30};
}

void checkUsable(const DiskStore &store) {
  if (const std::string refusal = store.refusal(); !refusal.empty())
    throw client::Failure(refusal);
}

int list(const Options &options) {
  const DiskStore store = openStore(options);
  checkUsable(store);
  const auto entries = describeEntries(store);
  client::writeStandardOutput(options.json ? listJson(store, entries)
                                           : listText(store, entries, options.verbose));
  return 0;
}

int verify(const Options &options) {
  DiskStore store = openStore(options);
  checkUsable(store);
  size_t intact = 0, damaged = 0;
  std::string text;
  for (const DescribedEntry &entry : describeEntries(store)) {
    if (entry.isIntact) {
      ++intact;
      continue;
    }
    ++damaged;
    text += fmt::format("{} was damaged and is {}\n", entry.entry.name,
                        store.remove(entry.entry.name) ? "removed" : "still there");
  }
  client::writeStandardOutput(text + fmt::format("{} intact, {} damaged\n", intact, damaged));
  return damaged == 0 ? 0 : 1;
}

int prune(const Options &options) {
  DiskStore store = openStore(options);
  checkUsable(store);
  uint64_t limit = store.limit();
  if (!options.size.empty()) {
    const auto size = core::cache::parseSize(options.size);
    if (!size)
      client::fail("The size '{}' is invalid; it is a number of bytes, or one with K, M or G, as "
                   "512M.",
                   options.size);
    limit = *size;
  }
  std::chrono::system_clock::time_point before;
  if (options.days >= 0)
    before = std::chrono::system_clock::now() -
             std::chrono::seconds(static_cast<int64_t>(options.days * 24 * 60 * 60));
  const size_t removed = store.prune(limit, before);
  client::writeStandardOutput(fmt::format("{} removed\n", removed));
  return 0;
}

int clear(const Options &options) {
  DiskStore store = openStore(options);
  checkUsable(store);
  client::writeStandardOutput(fmt::format("{} removed\n", store.prune(0)));
  return 0;
}

int run(int argc, char **argv) {
  Options options;
  CLI::App app{"Shows and cleans the cache of compiled programs on disk.", "ursa-cache"};
  app.set_version_flag("--version", "ursa-cache of Ursa " URSA_VERSION,
                       "Print the version and end");
  app.require_subcommand(1);
  app.fallthrough(); // options of all commands may follow the command
  app.add_option("--dir", options.folder,
                 "The folder of the cache (default: $URSA_CACHE_DIR, or ursa/binaries in "
                 "$XDG_CACHE_HOME or ~/.cache)");
  CLI::App *lists = app.add_subcommand("list", "List the entries, the most recently used first");
  lists->add_flag("--json", options.json, "Print JSON, with all facts of each entry");
  lists->add_flag("-v,--verbose", options.verbose, "Print all facts of each entry");
  const CLI::App *verifies =
      app.add_subcommand("verify", "Read all entries and remove those that are damaged");
  CLI::App *prunes = app.add_subcommand("prune", "Remove the entries that were not used lately");
  prunes->add_option("--size", options.size,
                     "Keep at most so many bytes, as 100M (default: $URSA_CACHE_SIZE, or 1G)");
  prunes->add_option("--unused", options.days, "Remove entries that were not used for so many days")
      ->check(CLI::Range(0.0, 36500.0));
  app.add_subcommand("clear", "Remove all entries");
  if (const std::string asked = client::parseCommandLine(app, argc, argv); !asked.empty()) {
    client::writeStandardOutput(asked);
    return 0;
  }
  if (lists->parsed())
    return list(options);
  if (verifies->parsed())
    return verify(options);
  return prunes->parsed() ? prune(options) : clear(options);
}

} // namespace
} // namespace ursa::cache

int main(int argc, char **argv) {
  return ursa::client::runProgram([&] { return ursa::cache::run(argc, argv); });
}
