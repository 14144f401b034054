#include "core/loader/device_selector.h"

#include <algorithm>
#include <charconv>

namespace ursa {
namespace {

template <class Value> struct Word {
  std::string_view text;
  Value value;
};

constexpr Word<ur_backend_t> kBackends[] = {{"level_zero", UR_BACKEND_LEVEL_ZERO},
                                            {"opencl", UR_BACKEND_OPENCL},
                                            {"cuda", UR_BACKEND_CUDA},
                                            {"hip", UR_BACKEND_HIP},
                                            {"native_cpu", UR_BACKEND_NATIVE_CPU},
                                            {"offload", UR_BACKEND_OFFLOAD}};

constexpr Word<ur_device_type_t> kDeviceTypes[] = {
    {"cpu", UR_DEVICE_TYPE_CPU}, {"gpu", UR_DEVICE_TYPE_GPU}, {"fpga", UR_DEVICE_TYPE_FPGA}};

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool sameWord(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lowered(x) == lowered(y); });
}

template <class Value, size_t N>
std::optional<Value> find(const Word<Value> (&words)[N], std::string_view text) {
  const auto *word = std::find_if(std::begin(words), std::end(words),
                                  [&](const auto &w) { return sameWord(w.text, text); });
  if (word == std::end(words))
    return std::nullopt;
  return word->value;
}

/// Cuts the text up to a separator off its front. The separator goes as well.
std::string_view cut(std::string_view &text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

} // namespace

Result<DeviceSelector::Device> DeviceSelector::parseDevice(std::string_view word) {
  if (word == "*")
    return Device{};
  if (const auto type = find(kDeviceTypes, word))
    return Device{type, std::nullopt};
  uint32_t index = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  if (error == std::errc() && end == word.data() + word.size())
    return Device{std::nullopt, index};
  return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                   "'{}' is not a device of ONEAPI_DEVICE_SELECTOR; *, cpu, gpu, fpga or a number "
                   "was expected.",
                   word);
}

Result<DeviceSelector::Term> DeviceSelector::parseTerm(std::string_view text) {
  Term term;
  std::string_view rest = text;
  if (rest.starts_with('!')) {
    term.exclude = true;
    rest.remove_prefix(1);
  }
  if (rest.find(':') == rest.npos)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "'{}' in ONEAPI_DEVICE_SELECTOR names no devices; backend:devices was "
                     "expected, as in opencl:gpu or *:0.",
                     text);
  const std::string_view backend = cut(rest, ':');
  if (backend != "*") {
    term.backend = find(kBackends, backend);
    if (!term.backend)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "'{}' is not a backend of ONEAPI_DEVICE_SELECTOR; *, level_zero, opencl, "
                       "cuda, hip, native_cpu or offload was expected.",
                       backend);
  }
  do {
    URSA_TRY(const Device device, parseDevice(cut(rest, ',')));
    term.devices.push_back(device);
  } while (!rest.empty());
  return term;
}

Result<DeviceSelector> DeviceSelector::parse(std::string_view text) {
  DeviceSelector selector;
  do {
    URSA_TRY(Term term, parseTerm(cut(text, ';')));
    selector.terms_.push_back(std::move(term));
  } while (!text.empty());
  return selector;
}

bool DeviceSelector::Term::matches(ur_backend_t wanted, ur_device_type_t type,
                                   uint32_t index) const {
  if (backend && *backend != wanted)
    return false;
  return std::any_of(devices.begin(), devices.end(), [&](const Device &device) {
    return (!device.type || *device.type == type) && (!device.index || *device.index == index);
  });
}

bool DeviceSelector::accepts(ur_backend_t backend, ur_device_type_t type, uint32_t index) const {
  bool accepted =
      std::all_of(terms_.begin(), terms_.end(), [](const Term &t) { return t.exclude; });
  for (const Term &term : terms_) {
    if (!term.matches(backend, type, index))
      continue;
    if (term.exclude)
      return false;
    accepted = true;
  }
  return accepted;
}

} // namespace ursa
