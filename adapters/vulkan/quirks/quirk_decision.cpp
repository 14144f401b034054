#include "adapters/vulkan/quirks/quirks.h"

#include <string_view>

namespace ursa::vulkan {
namespace {

using format::Toggle;
using format::ToggleSet;

constexpr std::string_view kDoubleFma = "fma=double";
constexpr std::string_view kRelaxedFences = "relaxed-fences";

// The options with which an image was compiled.
struct ImageOptions {
  bool doubleFma = false;
  bool relaxedFences = false;
};

// Returns nothing for another kind of target, or an option of a later version.
std::optional<ImageOptions> optionsOf(std::string_view target) {
  const std::string_view base = kTarget;
  if (!target.starts_with(base))
    return std::nullopt;
  target.remove_prefix(base.size());
  ImageOptions options;
  while (!target.empty()) {
    if (target.front() != '+')
      return std::nullopt;
    target.remove_prefix(1);
    const std::string_view option = target.substr(0, target.find('+'));
    target.remove_prefix(option.size());
    if (option == kDoubleFma)
      options.doubleFma = true;
    else if (option == kRelaxedFences)
      options.relaxedFences = true;
    else
      return std::nullopt;
  }
  return options;
}

} // namespace

std::string imageTarget(const ToggleSet &toggles) {
  std::string target = kTarget;
  if (toggles.has(Toggle::UseDoubleFma))
    target += fmt::format("+{}", kDoubleFma);
  if (toggles.has(Toggle::RelaxFences))
    target += fmt::format("+{}", kRelaxedFences);
  return target;
}

std::string Quirks::text() const {
  std::string text;
  const auto add = [&](bool isSo, const std::string &what) {
    if (isSo)
      text += (text.empty() ? "" : "; ") + what;
  };
  add(fmaIsNotFused, "fma of floats rounds twice");
  add(flushesDenormals, "denormal floats become 0");
  add(breaksFencesInLoops, "fences break divergent loops");
  add(runsUnusedLanes, "unused lanes stay in loops");
  add(loopLimit != 0, fmt::format("loops end after {} iterations", loopLimit));
  add(nestingLimit != 0, fmt::format("{} conditions may nest", nestingLimit));
  add(cacheIsEmpty, "the pipeline cache keeps nothing");
  return text.empty() ? "none" : text;
}

Quirks decideQuirks(const std::optional<ProbeResults> &probed, const DriverFacts &driver) {
  Quirks quirks;
  quirks.cacheIsEmpty = quirks.timesWaitForIdle = driver.isLavapipe;
  quirks.changesLoopValues = quirks.roundsDoublesWrongly = driver.isLavapipe;
  quirks.selectsSignsWrongly = driver.isLavapipe;
  quirks.joinsConversions = driver.isOfMesa;
  if (driver.isLavapipe)
    quirks.nestingLimit = kUsualNestingLimit;
  if (probed) {
    quirks.fmaIsNotFused = !probed->fusesFma;
    quirks.flushesDenormals = !probed->keepsDenormals;
    quirks.breaksFencesInLoops = !probed->keepsFences;
    quirks.runsUnusedLanes = !probed->keepsItems;
    if (probed->loopIterations < probed->loopIterationsWanted)
      quirks.loopLimit = probed->loopIterations;
  } else if (driver.isLavapipe) {
    quirks.fmaIsNotFused = quirks.breaksFencesInLoops = quirks.runsUnusedLanes = true;
    quirks.loopLimit = kUsualLoopLimit;
  }
  quirks.needsDoubleFma = quirks.fmaIsNotFused && driver.hasDoubles;
  return quirks;
}

ToggleSet decideToggles(const Quirks &quirks, const format::ToggleOverrides &overrides) {
  ToggleSet toggles;
  const auto decide = [&](Toggle toggle, bool isNeeded) {
    toggles.set(toggle, overrides.decide(toggle, isNeeded));
  };
  decide(Toggle::DeferTimestamps, quirks.timesWaitForIdle);
  decide(Toggle::GuardLoops, quirks.loopLimit != 0);
  decide(Toggle::GuardUnusedLanes, quirks.runsUnusedLanes);
  decide(Toggle::KeepLoopValues, quirks.changesLoopValues);
  decide(Toggle::LimitNesting, quirks.nestingLimit != 0);
  decide(Toggle::MoveFencesOutOfLoops, quirks.breaksFencesInLoops);
  decide(Toggle::RelaxFences, quirks.breaksFencesInLoops);
  decide(Toggle::RoundDoublesBySums, quirks.roundsDoublesWrongly);
  decide(Toggle::SelectSigns, quirks.selectsSignsWrongly);
  decide(Toggle::SeparateConversions, quirks.joinsConversions);
  decide(Toggle::UseDoubleFma, quirks.needsDoubleFma);
  return toggles;
}

std::optional<size_t> chooseTarget(std::span<const char *const> targets, const ToggleSet &toggles) {
  const bool needsDoubleFma = toggles.has(Toggle::UseDoubleFma);
  const bool needsRelaxedFences = toggles.has(Toggle::RelaxFences);
  std::optional<size_t> best;
  int fewest = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    const auto options = targets[i] ? optionsOf(targets[i]) : std::nullopt;
    if (!options || (options->relaxedFences && !needsRelaxedFences))
      continue;
    const int missing =
        (needsDoubleFma && !options->doubleFma) + (needsRelaxedFences && !options->relaxedFences);
    const int superfluous = options->doubleFma && !needsDoubleFma;
    if (const int badness = 2 * missing + superfluous; !best || badness < fewest) {
      best = i;
      fewest = badness;
    }
  }
  return best;
}

} // namespace ursa::vulkan
