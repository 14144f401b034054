// A kernel compiler of another version: nothing but its name for it may be read.
extern "C" const void *ursaHostJit();

extern "C" [[gnu::visibility("default")]] const void *ursaHostJit() {
  static const char *const version = "77.1";
  return &version;
}
