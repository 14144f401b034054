// Runs ursa-bench-probe.
#include "bench/probe.h"

#include "client/files.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace ursa::bench {

Probe::Probe(const std::string &measurement, const std::vector<std::string> &adapters) {
  const auto folder = client::executableFolder();
  command_ = fmt::format("'{}' {}", (folder / "ursa-bench-probe").string(), measurement);
  for (const std::string &adapter : adapters)
    command_ += fmt::format(" '{}'", (folder.parent_path() / adapter).string());
}

void Probe::measure() {
  const auto closePipe = [](FILE *pipe) { pclose(pipe); };
  const std::unique_ptr<FILE, decltype(closePipe)> output(popen(command_.c_str(), "r"), closePipe);
  double ours = 0;
  double peer = 0;
  if (!output || std::fscanf(output.get(), "%lf %lf", &ours, &peer) != 2)
    throw std::runtime_error(fmt::format("The command {} measured nothing.", command_));
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
