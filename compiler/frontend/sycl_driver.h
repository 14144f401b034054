// The driver of ursac++, without its command line: compiles SYCL sources for devices and the host,
// and links programs.
//
//   a.cpp ── device pass ── a.bc ───────────────┐
//     │          └─ header, footer              ├─ a.o (fat object)
//     └───────── host pass (header + a.cpp + footer) ─┘
//
//   a.o, b.o, libc.a ── ursac -fsycl-link ── images.o ──┐
//   a.o, b.o, libc.a, libursa_sycl ─────────────────────┴─ linker of the host compiler ── program
//
// The passes are commands of clang, or of another host compiler; images are made by ursac.
#pragma once

#include "compiler/frontend/precompiled_header.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

struct SyclOptions {
  enum class Action {
    Link,
    LinkDevice,  ///< only the device code, to an object: -fsycl-link
    Compile,     ///< each source to an object: -c
    CheckSyntax, ///< both passes without output: -fsyntax-only
    Forward,     ///< one command of the compiler of the host or the device pass: -E
  };

  /// An argument of the link in the order of the command line: an input or an option.
  struct LinkItem {
    std::string text;
    bool isInput = false;  ///< a file: a source, an object or a library
    bool isSource = false; ///< a SYCL source
  };

  Action action = Action::Link;
  std::vector<std::string> sources;           ///< SYCL sources, in order
  std::vector<LinkItem> linkItems;            ///< sources too, at their place
  std::vector<std::string> compileOptions;    ///< for both passes
  std::vector<std::string> hostOptions;       ///< for the host pass only: -march=native
  std::vector<std::string> deviceOptions;     ///< for the device pass only
  std::vector<std::string> dependencyOptions; ///< for the host pass only: -MD, -MF
  std::vector<std::string> imageOptions;      ///< for ursac
  std::vector<std::string> forwarded;         ///< Action::Forward: the whole command line
  std::vector<std::string> libraryFolders;    ///< of -L
  std::string dependencyFile;                 ///< of -MF; empty: named after the output
  std::string output;                         ///< empty: a.out, or the source's name with .o
  std::string deviceLevel = "-O2";            ///< optimization of device code
  HeaderCache headers;
  std::string hostCompiler;           ///< empty: clang
  std::string prefix;                 ///< folder with bin, lib and include of Ursa
  bool isShared = false;              ///< -shared
  bool isDeviceOnly = false;          ///< without a host pass: -fsycl-device-only
  bool writesText = false;            ///< IR of the device pass as text: -S
  bool isQuestion = false;            ///< Action::Forward: without inputs
  bool readsStandardInput = false;    ///< Action::Forward: '-' is among the inputs
  bool isPreprocessing = false;       ///< Action::Forward: -E with lines of files
  bool writesDependencies = false;    ///< -MD, -MMD
  bool namesDependencyTarget = false; ///< -MT, -MQ
  bool writesPhonyTargets = false;    ///< -MP
  bool saveTemps = false;
  bool verbose = false;
  bool dryRun = false;
};

/// Runs the driver. Output of the compilers passes through. Returns their exit status if one fails.
llvm::Expected<int> runSyclDriver(const SyclOptions &options);

/// Whether a file is compiled as a SYCL source, by its extension.
bool isSyclSource(llvm::StringRef path);

/// Returns the folder of the SYCL headers.
std::string syclInclude(const std::string &prefix);

} // namespace ursa::compiler::frontend
