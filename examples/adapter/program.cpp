// Programs, kernels and launches. A binary is text: "CALC1", then one line for each kernel with its
// name and its steps in reverse Polish notation, such as "scale @0 $1 * !0".
#include "objects.h"

#include <cstdlib>
#include <sstream>
#include <string_view>

namespace calculator {
namespace {

constexpr std::string_view kMagic = "CALC1\n";

bool isOneOf(std::string_view characters, char c) {
  return characters.find(c) != std::string_view::npos;
}

/// Reads one step. Binaries are untrusted: returns false for any other text.
bool parseStep(const std::string &word, Step &step) {
  char *end = nullptr;
  if (word.size() == 1 && isOneOf("i+-*/", word[0])) {
    step.operation = word[0];
    return true;
  }
  if (word.size() > 1 && isOneOf("@$!", word[0])) {
    step.operation = word[0];
    step.argument = static_cast<uint32_t>(std::strtoul(word.c_str() + 1, &end, 10));
    return *end == '\0';
  }
  step.operation = '#';
  step.number = std::strtof(word.c_str(), &end);
  return *end == '\0';
}

/// Returns whether every step finds its operands, so that a launch need not check.
bool isBalanced(const Steps &steps) {
  size_t depth = 0;
  for (const Step &step : steps) {
    const size_t operands = isOneOf("+-*/", step.operation) ? 2 : step.operation == '!' ? 1 : 0;
    if (depth < operands)
      return false;
    depth = depth - operands + (step.operation == '!' ? 0 : 1);
  }
  return depth == 0;
}

ur_result_t createWithBinary(ur_context_handle_t, uint32_t count, ur_device_handle_t *,
                             size_t *lengths, const uint8_t **binaries,
                             const ur_program_properties_t *, ur_program_handle_t *program) {
  if (count != 1)
    return UR_RESULT_ERROR_INVALID_VALUE;
  const std::string text(reinterpret_cast<const char *>(binaries[0]), lengths[0]);
  if (!text.starts_with(kMagic))
    return UR_RESULT_ERROR_INVALID_BINARY;
  Kernels kernels;
  std::istringstream lines(text.substr(kMagic.size()));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    Steps steps;
    while (words >> word)
      if (!parseStep(word, steps.emplace_back()))
        return UR_RESULT_ERROR_INVALID_BINARY;
    if (!isBalanced(steps))
      return UR_RESULT_ERROR_INVALID_BINARY;
    kernels[name] = std::make_shared<const Steps>(std::move(steps));
  }
  *program = new ur_program_handle_t_{{}, std::move(kernels)};
  return UR_RESULT_SUCCESS;
}

ur_result_t build(ur_context_handle_t, ur_program_handle_t, const char *) {
  return UR_RESULT_SUCCESS;
}

ur_result_t createKernel(ur_program_handle_t program, const char *name,
                         ur_kernel_handle_t *kernel) {
  const auto found = program->kernels.find(name);
  if (found == program->kernels.end())
    return UR_RESULT_ERROR_INVALID_KERNEL_NAME;
  *kernel = new ur_kernel_handle_t_{{}, found->second};
  return UR_RESULT_SUCCESS;
}

/// The value of an argument: a pointer to floats, or a float.
struct Argument {
  float *pointer = nullptr;
  float value = 0;
};

void runItem(const Steps &steps, const std::vector<Argument> &arguments, size_t i) {
  std::vector<float> stack;
  const auto pop = [&stack] {
    const float value = stack.back();
    stack.pop_back();
    return value;
  };
  for (const Step &step : steps) {
    switch (step.operation) {
    case '#':
      stack.push_back(step.number);
      break;
    case 'i':
      stack.push_back(static_cast<float>(i));
      break;
    case '@':
      stack.push_back(arguments[step.argument].pointer[i]);
      break;
    case '$':
      stack.push_back(arguments[step.argument].value);
      break;
    case '!':
      arguments[step.argument].pointer[i] = pop();
      break;
    default: {
      const float right = pop(), left = pop();
      stack.push_back(step.operation == '+'   ? left + right
                      : step.operation == '-' ? left - right
                      : step.operation == '*' ? left * right
                                              : left / right);
    }
    }
  }
}

/// Returns the arguments of a launch by index.
ur_result_t readArguments(uint32_t count, const ur_exp_kernel_arg_properties_t *properties,
                          std::vector<Argument> &arguments) {
  arguments.resize(count);
  for (uint32_t i = 0; i < count; ++i) {
    if (properties[i].index >= count)
      return UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX;
    Argument &argument = arguments[properties[i].index];
    if (properties[i].type == UR_EXP_KERNEL_ARG_TYPE_POINTER)
      argument.pointer = static_cast<float *>(const_cast<void *>(properties[i].value.pointer));
    else if (properties[i].type == UR_EXP_KERNEL_ARG_TYPE_VALUE &&
             properties[i].size == sizeof(float))
      std::memcpy(&argument.value, properties[i].value.value, sizeof(float));
    else
      return UR_RESULT_ERROR_INVALID_KERNEL_ARGS;
  }
  return UR_RESULT_SUCCESS;
}

ur_result_t checkArguments(const Steps &steps, const std::vector<Argument> &arguments) {
  for (const Step &step : steps) {
    const bool isPointer = step.operation == '@' || step.operation == '!';
    if (!isPointer && step.operation != '$')
      continue;
    if (step.argument >= arguments.size() ||
        isPointer != (arguments[step.argument].pointer != nullptr))
      return UR_RESULT_ERROR_INVALID_KERNEL_ARGS;
  }
  return UR_RESULT_SUCCESS;
}

ur_result_t launch(ur_queue_handle_t, ur_kernel_handle_t kernel, uint32_t dimensions,
                   const size_t *offset, const size_t *global, const size_t *, uint32_t count,
                   const ur_exp_kernel_arg_properties_t *properties,
                   const ur_kernel_launch_ext_properties_t *, uint32_t, const ur_event_handle_t *,
                   ur_event_handle_t *event) {
  if (dimensions != 1)
    return UR_RESULT_ERROR_INVALID_WORK_DIMENSION;
  std::vector<Argument> arguments;
  if (const ur_result_t result = readArguments(count, properties, arguments);
      result != UR_RESULT_SUCCESS)
    return result;
  if (const ur_result_t result = checkArguments(*kernel->steps, arguments);
      result != UR_RESULT_SUCCESS)
    return result;
  const size_t first = offset ? offset[0] : 0;
  for (size_t i = first; i < first + global[0]; ++i)
    runItem(*kernel->steps, arguments, i);
  if (event)
    *event = new ur_event_handle_t_;
  return UR_RESULT_SUCCESS;
}

} // namespace

void fillProgramFunctions(ur_dditable_t &functions) {
  functions.Program.pfnCreateWithBinary = createWithBinary;
  functions.Program.pfnBuild = build;
  functions.Program.pfnRetain = retain;
  functions.Program.pfnRelease = release;
  functions.Kernel.pfnCreate = createKernel;
  functions.Kernel.pfnRetain = retain;
  functions.Kernel.pfnRelease = release;
  functions.EnqueueExp.pfnKernelLaunchWithArgsExp = launch;
}

} // namespace calculator
