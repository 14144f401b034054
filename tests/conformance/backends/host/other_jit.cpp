// A kernel compiler of another version. The adapter may read only its version string.
extern "C" const void *ursaHostJit();

extern "C" [[gnu::visibility("default")]] const void *ursaHostJit() {
  static const char *const version = "77.1";
  return &version;
}
