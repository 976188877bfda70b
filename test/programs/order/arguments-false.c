// verdict: FALSE
// reason: GCC evaluates the last argument first
// order: open
extern void reach_error(void);
static const unsigned char message[2] = {0x12, 0x34};
static int at;
static unsigned next(void) { return message[at++]; }
static unsigned word(unsigned high, unsigned low) { return high << 8 | low; }
int main(void) {
  if (word(next(), next()) != 0x1234) reach_error();
  return 0;
}
