// See rejection_text.h.
#include "compiler/frontend/rejection_text.h"

#include "compiler/passes/source_location.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// Returns whether a text begins with a place, as "conv.cpp:12: " or "conv.cpp:12:7: ".
bool beginsWithPlace(StringRef text) {
  const StringRef place = text.take_front(text.find(": "));
  return place.size() < text.size() && all_of(place.rsplit(':').second, isDigit) &&
         !place.rsplit(':').second.empty();
}

} // namespace

SourcePlaces::SourcePlaces(const Module &module) {
  unsigned kernels = 0;
  for (const Function &function : module) {
    const Attribute place = function.getFnAttribute(passes::kSourceAttribute);
    if (place.isValid())
      places_[function.getName()] = place.getValueAsString().str();
    if (passes::isKernel(function) && !function.isDeclaration() && ++kernels == 1 &&
        place.isValid())
      onlyKernel_ = place.getValueAsString().str();
  }
  if (kernels > 1)
    onlyKernel_.clear();
  for (const GlobalVariable &variable : module.globals())
    if (const Attribute place = variable.getAttribute(passes::kSourceAttribute); place.isValid())
      places_[variable.getName()] = place.getValueAsString().str();
}

std::string SourcePlaces::explain(StringRef reason) const {
  std::string text;
  std::string place;
  const bool hasPlace = beginsWithPlace(reason);
  while (!reason.empty()) {
    const auto [before, rest] = reason.split('\'');
    text += before;
    if (before.size() == reason.size())
      break;
    const StringRef name = rest.take_front(rest.find('\''));
    if (place.empty())
      place = places_.lookup(name);
    text += '\'';
    if (name.starts_with("_Z")) {
      text += passes::readableFunctionName(name);
      reason = rest.drop_front(name.size());
      if (reason.consume_front("'"))
        text += '\'';
    } else {
      reason = rest;
    }
  }
  if (place.empty())
    place = onlyKernel_;
  return hasPlace || place.empty() ? text : place + ": " + text;
}

} // namespace ursa::compiler::frontend
