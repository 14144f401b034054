int plain(int value) { return value + 1; }
