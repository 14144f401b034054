# Read by ctest before the tests, which inherit its environment. Code that a test compiles must not come from the user's
# cache; tests of the cache turn it on, in folders of their own.
set(ENV{URSA_CACHE} 0)
