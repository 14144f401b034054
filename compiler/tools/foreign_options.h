// Options that build files for other compilers of SYCL use: DPC++ (clang++ -fsycl), icpx and
// AdaptiveCpp's acpp. One table says what ursac++ does with each; --list-foreign-options prints it,
// and it is in the man page.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace ursa::compiler::tools {

/// A row of the table.
struct ForeignOption {
  enum class Group { Dpcpp, DpcppIgnored, Icpx, Acpp };
  enum class Form {
    Flag,              ///< -fsycl-rdc
    Joined,            ///< -fsycl-device-lib=all: the rest of the word is the value
    Optional,          ///< --acpp-stdpar, --acpp-stdpar=true
    Separate,          ///< -Xs "options"
    JoinedAndSeparate, ///< -Xsycl-target-backend=spir64 "options"
  };
  enum class Effect {
    Own,      ///< ursac++ has the option, too
    Replaced, ///< by other words, in which '%' is the value
    Read,     ///< by functions of foreign_options.cpp
    Ignored,
    Noted,   ///< ignored with a note
    Refused, ///< an error
  };

  Group group;
  Form form;
  Effect effect;
  llvm::StringLiteral spelling; ///< what words begin with; "[no-]" stands for "no-" or nothing
  llvm::StringLiteral value;    ///< the name of the value; empty if there is none
  llvm::StringLiteral words;    ///< Effect::Replaced: separated by spaces
  llvm::StringLiteral text;     ///< the reason, or what the option does; no full stop
};

llvm::ArrayRef<ForeignOption> foreignOptions();

/// Returns the option with its value as documents write it: "-fsycl-device-lib=LIST".
std::string displayName(const ForeignOption &option);

/// Returns what is done with an option, as a sentence.
std::string describe(const ForeignOption &option);

struct TranslatedOptions {
  std::vector<std::string> words;    ///< of clang++ and of ursac++ itself
  std::vector<std::string> notes;    ///< sentences about what is ignored
  std::vector<std::string> warnings; ///< sentences about unknown options, which are ignored
};

/// Replaces the options of other compilers in a command line. All words that choose targets,
/// --targets= among them, become one --targets= at the end, or none for the default targets.
llvm::Expected<TranslatedOptions> translateForeignOptions(llvm::ArrayRef<const char *> words);

/// Prints the table, by groups.
void printForeignOptions(llvm::raw_ostream &out);

} // namespace ursa::compiler::tools
