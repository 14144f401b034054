/* Loads a library, and unloads it. */
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
  void *library = dlopen(argv[argc - 1], RTLD_NOW);
  printf("main\n");
  fflush(stdout);
  if (!library || dlclose(library))
    return 1;
  printf("end\n");
  return 0;
}
