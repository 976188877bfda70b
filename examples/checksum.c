// Expected: TRUE. No input at all: 10,000 iterations are executed, not searched.
extern void reach_error(void);

int main(void) {
  unsigned table[16], sum = 0;
  for (int i = 0; i < 16; i++) table[i] = i * 2654435761u;
  for (unsigned i = 0; i < 10000; i++) sum = (sum << 1 | sum >> 31) ^ table[i % 16];
  if (sum == 0) reach_error();
  return 0;
}
