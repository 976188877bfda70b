// verdict: UNKNOWN
// reason: some machines have so much memory, others do not
extern void *malloc(unsigned long);
extern void reach_error(void);

int main(void) {
  if (malloc(1UL << 42)) reach_error();
  return 0;
}
