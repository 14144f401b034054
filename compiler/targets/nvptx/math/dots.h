// Dot products of four bytes and a sum: one instruction, for which clang has no built-in functions.
int signedDot(int a, int b, int sum) __asm("llvm.nvvm.idp4a.s.s");
int unsignedDot(int a, int b, int sum) __asm("llvm.nvvm.idp4a.u.u");
int signedUnsignedDot(int a, int b, int sum) __asm("llvm.nvvm.idp4a.s.u");
int unsignedSignedDot(int a, int b, int sum) __asm("llvm.nvvm.idp4a.u.s");

#define DOT(name, instruction)                                                                     \
  int name(int a, int b, int sum) __asm("__ursa_" #name);                                          \
  __attribute__((noinline)) int name(int a, int b, int sum) { return instruction(a, b, sum); }
DOT(dot_ss, signedDot)
DOT(dot_su, signedUnsignedDot)
DOT(dot_us, unsignedSignedDot)
DOT(dot_uu, unsignedDot)
