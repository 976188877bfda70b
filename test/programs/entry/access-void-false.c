// verdict: FALSE
// entry: clear
// checks: deref
[[gnu::access(write_only, 1, 2)]] void clear(void *block, unsigned size) {
  for (unsigned i = 0; i <= size; i++) ((unsigned char *)block)[i] = 0;
}
