// verdict: TRUE
// reason: a negative long becomes a large unsigned int
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned long u = (unsigned)-1L;
  if (u != 4294967295UL) reach_error();
  return 0;
}
