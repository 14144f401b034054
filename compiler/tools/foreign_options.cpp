// See foreign_options.h.
#include "compiler/tools/foreign_options.h"

#include "compiler/tools/foreign_targets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace ursa::compiler::tools {
namespace {

using Form = ForeignOption::Form;
using Effect = ForeignOption::Effect;
using Group = ForeignOption::Group;

/// Options of clang whose value is another word, which may look like an option.
constexpr StringLiteral kTakesWord[] = {"-Xlinker",    "-Xpreprocessor", "-Xassembler",
                                        "-Xarch_host", "-Xarch_device",  "-mllvm",
                                        "-o",          "-Xursa-target",  "-Xclang"};

/// The option of a word.
struct Match {
  const ForeignOption *option = nullptr;
  std::size_t length = 0; ///< of the spelling
  StringRef value;        ///< in the same word
};

/// Returns whether @p word begins with the option, and sets @p value to the rest.
bool isSpelled(StringRef word, StringRef spelling, Form form, StringRef &value) {
  value = word;
  if (!value.consume_front(spelling))
    return false;
  switch (form) {
  case Form::Flag:
  case Form::Separate:
    return value.empty();
  case Form::Optional:
    return value.empty() || value.consume_front("=");
  case Form::Joined:
    return !value.empty() || spelling.ends_with("=");
  case Form::JoinedAndSeparate:
    return true;
  }
  return false;
}

/// Returns the option that more of the word spells than any other; none for other words.
Match find(StringRef word) {
  Match best;
  for (const ForeignOption &option : foreignOptions()) {
    const auto [before, after] = option.spelling.split("[no-]");
    const bool isNegatable = before.size() != option.spelling.size();
    for (StringRef no : {"", "no-"}) {
      if (!no.empty() && !isNegatable)
        continue;
      const std::string spelling = (before + no + after).str();
      StringRef value;
      if (isSpelled(word, spelling, option.form, value) && spelling.size() > best.length)
        best = {&option, spelling.size(), value};
    }
  }
  return best;
}

/// Names of acpp's options from before it was renamed.
std::string upgraded(StringRef word) {
  for (StringRef old : {"--hipsycl-", "--opensycl-"})
    if (word.consume_front(old))
      return ("--acpp-" + word).str();
  return word.str();
}

bool looksForeign(StringRef word) {
  return word.starts_with("-fsycl") || word.starts_with("-fno-sycl") || word.starts_with("--acpp-");
}

/// Capitalizes a reason, for a sentence of its own.
std::string sentence(StringRef text) {
  std::string result = text.str();
  result.front() = toUpper(result.front());
  return result + ".";
}

class Translator {
public:
  explicit Translator(ArrayRef<const char *> words) : words_(words) {}

  Expected<TranslatedOptions> run() {
    for (; next_ < words_.size(); ++next_) {
      const StringRef word = words_[next_];
      if (word == "--") { // inputs follow, which no option may stand behind
        std::vector<std::string> inputs(words_.begin() + next_, words_.end());
        targets_.finish(result_);
        append_range(result_.words, inputs);
        return std::move(result_);
      }
      if (Error error = take(word))
        return error;
    }
    targets_.finish(result_);
    return std::move(result_);
  }

private:
  Error take(StringRef written) {
    const bool hasWord = is_contained(kTakesWord, written) && next_ + 1 < words_.size();
    if (written == "-Xclang" && hasWord && find(words_[next_ + 1]).option) {
      ++next_; // build files pass options of DPC++'s cc1 in this way
      return take(words_[next_]);
    }
    if (hasWord) {
      append_range(result_.words, ArrayRef({written.str(), std::string(words_[next_ + 1])}));
      ++next_;
      return Error::success();
    }
    if (StringRef list = written;
        list.consume_front("--targets=") || list.consume_front("-targets=")) {
      targets_.setTargets(list);
      return Error::success();
    }
    std::string word = upgraded(written);
    if (StringRef(word).starts_with("--fsycl")) // as ursac takes them
      word.erase(0, 1);
    const Match match = find(word);
    if (!match.option) {
      if (looksForeign(word))
        result_.warnings.push_back(("The unknown option '" + written + "' is ignored.").str());
      else
        result_.words.push_back(written.str());
      return Error::success();
    }
    return apply(*match.option, written, match.value);
  }

  Error apply(const ForeignOption &option, StringRef written, StringRef value) {
    StringRef next; // the value that is a word of its own
    if (option.form == Form::Separate || option.form == Form::JoinedAndSeparate) {
      if (next_ + 1 == words_.size())
        return createStringError("The option '" + written + "' needs a value.");
      next = words_[++next_];
    }
    switch (option.effect) {
    case Effect::Own:
      result_.words.push_back(written.starts_with("--fsycl") ? written.drop_front().str()
                                                             : written.str());
      break;
    case Effect::Replaced:
      replace(option.words, value);
      break;
    case Effect::Read:
      return read(option, value, next);
    case Effect::Ignored:
      break;
    case Effect::Noted:
      result_.notes.push_back(
          ("The option '" + written + "' is ignored: " + option.text + ".").str());
      break;
    case Effect::Refused:
      return createStringError("The option '" + written + "' is not supported: " + option.text +
                               ".");
    }
    return Error::success();
  }

  void replace(StringRef words, StringRef value) {
    // A flag of acpp may have a value that turns it off.
    if (is_contained({"false", "off", "0"}, value.lower()) && !words.contains('%'))
      return;
    for (StringRef word : split(words, ' ')) {
      const auto [before, after] = word.split('%');
      const bool hasValue = before.size() != word.size();
      result_.words.push_back(hasValue ? (before + value + after).str() : word.str());
    }
  }

  Error read(const ForeignOption &option, StringRef value, StringRef next) {
    const StringRef name = option.spelling;
    const bool namesTarget = option.form == Form::JoinedAndSeparate;
    if (name == "-fsycl-targets=")
      targets_.setForeignTargets(value);
    else if (name == "--acpp-targets=")
      targets_.setFlows(value);
    else if (name == "--acpp-platform=")
      targets_.setPlatform(value);
    else if (name == "--offload-arch=" || name == "--cuda-gpu-arch=" || name == "--acpp-gpu-arch=")
      targets_.addProcessors(value);
    else if (name.starts_with("-Xsycl-target-backend"))
      targets_.addBackendOptions(namesTarget ? std::optional(value) : std::nullopt, next);
    else if (name.starts_with("-Xsycl-target-frontend"))
      addFor("-Xarch_device", next);
    else if (name == "-fsycl-host-compiler-options=")
      addFor("-Xarch_host", value);
    else if (name == "-fsycl-default-sub-group-size=")
      return readSubGroupSize(value);
    else
      return readFloatModel(option.form == Form::Separate ? next : value);
    return Error::success();
  }

  /// Adds words for one of the passes.
  void addFor(StringRef pass, StringRef options) {
    BumpPtrAllocator memory;
    StringSaver saver(memory);
    SmallVector<const char *, 8> words;
    cl::TokenizeGNUCommandLine(options, saver, words);
    for (const char *word : words)
      append_range(result_.words, ArrayRef({pass.str(), std::string(word)}));
  }

  Error readSubGroupSize(StringRef size) {
    if (size == "automatic" || size == "primary")
      return Error::success();
    uint32_t number = 0;
    if (size.getAsInteger(10, number) || number == 0)
      return createStringError("The value '" + size +
                               "' of -fsycl-default-sub-group-size is neither a positive number "
                               "nor automatic or primary.");
    addFor("-Xarch_device", ("-fplugin-arg-ursa-sub-group-size=" + size).str());
    return Error::success();
  }

  Error readFloatModel(StringRef model) {
    const StringRef words =
        StringSwitch<StringRef>(model)
            .Cases({"precise", "source", "double", "extended"}, "-ffp-model=precise")
            .Case("consistent", "-ffp-model=precise -ffp-contract=off")
            .Case("strict", "-ffp-model=strict")
            .Cases({"fast", "fast=1"}, "-ffp-model=fast")
            .Case("fast=2", "-ffp-model=aggressive")
            .Case("except", "-ffp-exception-behavior=strict")
            .Case("no-except", "-ffp-exception-behavior=ignore")
            .Default("");
    if (words.empty())
      return createStringError("The value '" + model +
                               "' of -fp-model is not known; precise, fast, fast=2, strict, "
                               "consistent, except and no-except are.");
    replace(words, "");
    return Error::success();
  }

  ArrayRef<const char *> words_;
  std::size_t next_ = 0;
  TargetChoice targets_;
  TranslatedOptions result_;
};

/// Whether options are one entry of a list.
bool isSameEntry(const ForeignOption &one, const ForeignOption &other) {
  return one.group == other.group && describe(one) == describe(other);
}

StringRef heading(Group group) {
  switch (group) {
  case Group::Dpcpp:
    return "DPC++ (clang++ -fsycl, icpx)";
  case Group::DpcppIgnored:
    return "DPC++, not needed here";
  case Group::Icpx:
    return "icpx beyond SYCL";
  case Group::Acpp:
    return "AdaptiveCpp (acpp)";
  }
  return "";
}

} // namespace

std::string displayName(const ForeignOption &option) {
  if (option.value.empty())
    return option.spelling.str();
  switch (option.form) {
  case Form::Separate:
    return (option.spelling + " " + option.value).str();
  case Form::Optional:
    return (option.spelling + "[=" + option.value + "]").str();
  default:
    return (option.spelling + option.value).str();
  }
}

std::string describe(const ForeignOption &option) {
  switch (option.effect) {
  case Effect::Own:
  case Effect::Read:
    return sentence(option.text);
  case Effect::Replaced: {
    const auto [before, after] = option.words.split('%');
    const bool hasValue = before.size() != option.words.size();
    return "The same as " +
           (hasValue ? (before + option.value + after).str() : option.words.str()) + ".";
  }
  case Effect::Ignored:
    return "Ignored: " + option.text.str() + ".";
  case Effect::Noted:
    return "Ignored with a note: " + option.text.str() + ".";
  case Effect::Refused:
    return "Refused: " + option.text.str() + ".";
  }
  return "";
}

Expected<TranslatedOptions> translateForeignOptions(ArrayRef<const char *> words) {
  return Translator(words).run();
}

void printForeignOptions(raw_ostream &out) {
  const ForeignOption *previous = nullptr;
  for (const ForeignOption &option : foreignOptions()) {
    if (!previous || previous->group != option.group)
      out << (previous ? "\n" : "") << heading(option.group) << ":\n";
    out << "  " << displayName(option) << "\n";
    previous = &option;
    const ForeignOption *next = previous + 1;
    if (next == foreignOptions().end() || !isSameEntry(option, *next))
      out << "      " << describe(option) << "\n";
  }
}

} // namespace ursa::compiler::tools
