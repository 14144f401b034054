// The options of ursac, in the spelling of clang and DPC++ where they have them.
include "llvm/Option/OptParser.td"

class ShortFlag<string name> : Flag<["-"], name>;
class LongFlag<string name> : Flag<["--", "-"], name>;
class LongJoined<string name> : Joined<["--", "-"], name>;
// Accepted with one or two dashes.
class SyclFlag<string name> : Flag<["-", "--"], name>;
class SyclJoined<string name> : Joined<["-", "--"], name>;

// The headings of the help, in order (ursac_options.cpp).
def grp_output : OptionGroup<"output">, HelpText<"Output">;
def grp_targets : OptionGroup<"targets">, HelpText<"Targets and images">;
def grp_compile : OptionGroup<"compile">, HelpText<"Compiling, as clang's options">;
def grp_link : OptionGroup<"link">, HelpText<"Linking">;
def grp_build : OptionGroup<"build">, HelpText<"Building">;
def grp_information : OptionGroup<"information">, HelpText<"Information">;

let Group = grp_output in {
def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
  HelpText<"File to write; the first input's name with .ursa or .o without it">;
def c : ShortFlag<"c">, HelpText<"Compile each source to a fat object">;
def fsycl_link : SyclFlag<"fsycl-link">,
  HelpText<"Write an object that registers the images with the program that it is linked into">;
def wrap : LongFlag<"wrap">, Alias<fsycl_link>, HelpText<"The same as -fsycl-link">;
def save_temps : LongFlag<"save-temps">, HelpText<"Keep intermediate files beside the output">;
}

let Group = grp_targets in {
def targets_EQ : LongJoined<"targets=">, MetaVarName<"<target>,...">,
  HelpText<"Targets to make images for; default: host-x86_64,spirv64,nvcl64-sm_70, "
           "nvptx64,nvptx64-sm_70,vulkan1.2, which 'default' stands for; "
           "a kernel that one of them cannot have is left out of its image">;
def fsycl_targets_EQ : SyclJoined<"fsycl-targets=">, Alias<targets_EQ>, MetaVarName<"<target>,...">,
  HelpText<"The same as --targets=">;
def list_targets : LongFlag<"list-targets">, HelpText<"Print the targets and their options">;
def Xursa_target_EQ : JoinedAndSeparate<["-", "--"], "Xursa-target=">, MetaVarName<"<target> <options>">,
  HelpText<"Options for the compiler of a target">;
def Xursa_target : Separate<["-", "--"], "Xursa-target">, MetaVarName<"<options>">,
  HelpText<"Options for the compiler of the only target">;
def Xsycl_target_backend_EQ : JoinedAndSeparate<["-", "--"], "Xsycl-target-backend=">, Alias<Xursa_target_EQ>;
def Xsycl_target_backend : Separate<["-", "--"], "Xsycl-target-backend">, Alias<Xursa_target>;
def toggle_EQ : LongJoined<"toggle=">, MetaVarName<"<name>">,
  HelpText<"Turn on a workaround for drivers (docs/TOGGLES.md)">;
def no_toggle_EQ : LongJoined<"no-toggle=">, MetaVarName<"<name>">,
  HelpText<"Turn off a workaround for drivers">;
def split_EQ : SyclJoined<"fsycl-device-code-split=">, MetaVarName<"<mode>">,
  HelpText<"One image for each kernel (per_kernel), for each source (per_source), one (off), or per source "
           "where that is possible (auto, the default)">;
def split : SyclFlag<"fsycl-device-code-split">, Alias<split_EQ>, AliasArgs<["auto"]>;
}

let Group = grp_compile in {
def I : JoinedOrSeparate<["-"], "I">, MetaVarName<"<folder>">, HelpText<"Folder to look for headers in">;
def isystem : JoinedOrSeparate<["-", "--"], "isystem">, MetaVarName<"<folder>">,
  HelpText<"Folder to look for headers in that cause no warnings">;
def iquote : JoinedOrSeparate<["-"], "iquote">, MetaVarName<"<folder>">,
  HelpText<"Folder to look for headers of #include \"...\" in">;
def include_ : JoinedOrSeparate<["-", "--"], "include">, MetaVarName<"<file>">,
  HelpText<"Header to read before each source">;
def include_EQ : Joined<["-", "--"], "include=">, Alias<include_>;
def isystem_EQ : Joined<["-", "--"], "isystem=">, Alias<isystem>;
def D : JoinedOrSeparate<["-"], "D">, MetaVarName<"<name>[=<value>]">, HelpText<"Macro to define">;
def U : JoinedOrSeparate<["-"], "U">, MetaVarName<"<name>">, HelpText<"Macro not to define">;
def O : Joined<["-"], "O">, MetaVarName<"<level>">,
  HelpText<"Optimization level 0, 1, 2 (the default), 3, s or z; -O is -O1">;
def g : ShortFlag<"g">, HelpText<"Write debug information into images">;
def cl_std_EQ : Joined<["-", "--"], "cl-std=">, MetaVarName<"<version>">,
  HelpText<"Language version, as CL1.2 or CLC++2021">;
def std_EQ : Joined<["-", "--"], "std=">, Alias<cl_std_EQ>, MetaVarName<"<version>">,
  HelpText<"The same as -cl-std=">;
def cl_ : Joined<["-", "--"], "cl-">, MetaVarName<"<option>">,
  HelpText<"Option of OpenCL C, as -cl-fast-relaxed-math">;
def W_Joined : Joined<["-"], "W">, MetaVarName<"<warning>">, HelpText<"Enable or disable a warning, as -Wall">;
def warning_EQ : LongJoined<"warning=">, Alias<W_Joined>;
def w : ShortFlag<"w">, HelpText<"Suppress all warnings">;
def pedantic : ShortFlag<"pedantic">, HelpText<"Warn about extensions of the language">;
def pedantic_errors : ShortFlag<"pedantic-errors">, HelpText<"Treat extensions of the language as errors">;
def ferror_limit_EQ : Joined<["-"], "ferror-limit=">, MetaVarName<"<number>">,
  HelpText<"Stop after so many errors">;
def fcolor_diagnostics : ShortFlag<"fcolor-diagnostics">, HelpText<"Print diagnostics in color">;
def fno_color_diagnostics : ShortFlag<"fno-color-diagnostics">, HelpText<"Print diagnostics without color">;
def Xclang : Separate<["-"], "Xclang">, MetaVarName<"<option>">, HelpText<"Option for clang's compiler itself">;
}

let Group = grp_link in {
def l : JoinedOrSeparate<["-"], "l">, MetaVarName<"<name>">, HelpText<"Link lib<name>.a">;
def L : JoinedOrSeparate<["-"], "L">, MetaVarName<"<folder>">, HelpText<"Folder to look for libraries in">;
def whole_archive : LongFlag<"whole-archive">, HelpText<"Link all of the archives that follow">;
def no_whole_archive : LongFlag<"no-whole-archive">, HelpText<"Link what is used of the archives that follow">;
}

let Group = grp_build in {
def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"<number>">,
  HelpText<"Sources or images to compile at once; default, and 0: the number of processors">;
def MD : ShortFlag<"MD">, HelpText<"Write a dependency file">;
def MMD : ShortFlag<"MMD">, HelpText<"Write a dependency file without system headers">;
def MF : JoinedOrSeparate<["-"], "MF">, MetaVarName<"<file>">, HelpText<"Name of the dependency file">;
def MT : JoinedOrSeparate<["-"], "MT">, MetaVarName<"<target>">, HelpText<"Target of the rule in the dependency file">;
def MQ : JoinedOrSeparate<["-"], "MQ">, MetaVarName<"<target>">, HelpText<"Target of the rule, which is quoted for make">;
def MP : ShortFlag<"MP">, HelpText<"Write a rule for each header to the dependency file too">;
def image_cache_EQ : LongJoined<"image-cache=">, MetaVarName<"<folder>">,
  HelpText<"Folder that keeps images for the next run">;
def image_cache_policy_EQ : LongJoined<"image-cache-policy=">, MetaVarName<"<policy>">,
  HelpText<"What the image cache may hold; default: cache_size_bytes=1g">;
def progress : LongFlag<"progress">, HelpText<"Show how many images are compiled">;
def no_progress : LongFlag<"no-progress">, HelpText<"Do not show how many images are compiled">;
}

let Group = grp_information in {
def help : LongFlag<"help">, HelpText<"Print this text">;
def h : ShortFlag<"h">, Alias<help>;
def help_list : LongFlag<"help-list">, Alias<help>;
def version : LongFlag<"version">, HelpText<"Print the versions of Ursa and LLVM">;
def v : ShortFlag<"v">, HelpText<"Print versions and every step">;
def HASH_HASH_HASH : ShortFlag<"###">, HelpText<"Print every step and do none">;
def dry_run : LongFlag<"dry-run">, Alias<HASH_HASH_HASH>, HelpText<"The same as -###">;
}

// For developers of Ursa: an option of LLVM.
def mllvm : Separate<["-"], "mllvm">;
