// Runs ursa-bench-probe.
#include "bench/probe.h"

#include "bench/program.h"
#include "client/failure.h"
#include "client/files.h"

#include <cstdio>

namespace ursa::bench {

Probe::Probe(const std::string &measurement, const std::vector<std::string> &adapters) {
  const auto folder = client::executableFolder();
  command_ = {(folder / "ursa-bench-probe").string(), measurement};
  for (const std::string &adapter : adapters)
    command_.push_back((folder.parent_path() / adapter).string());
}

void Probe::measure() {
  const std::string text = runAndRead(command_);
  double ours = 0;
  double peer = 0;
  if (std::sscanf(text.c_str(), "%lf %lf", &ours, &peer) != 2)
    client::fail("The program '{}' measured nothing; it printed '{}'.", command_[0], text);
  ours_.push_back(ours);
  peer_.push_back(peer);
}

void Probe::run(benchmark::State &state, const Subject &subject, const std::string &peerName) {
  const auto next = [this](std::vector<double> &values) {
    if (values.empty())
      measure();
    const double value = values.back();
    values.pop_back();
    return value;
  };
  runAgainst(state, subject, [&] { return next(ours_); },
             {{peerName, [&] { return next(peer_); }}});
}

} // namespace ursa::bench
