// verdict: TRUE
// reason: the sum is the same in both orders of two calls that read one message
// why-wrong: GCC evaluates the last argument first
// order: open
extern void reach_error(void);
static const unsigned char message[2] = {0x12, 0x34};
static int at;
static unsigned next(void) { return message[at++]; }
static unsigned sum(unsigned a, unsigned b) { return a + b; } // wrong: static unsigned word(unsigned high, unsigned low) { return high << 8 | low; }
int main(void) {
  if (sum(next(), next()) != 0x46 || at != 2) reach_error(); // wrong: if (word(next(), next()) != 0x1234) reach_error();
  return 0;
}
