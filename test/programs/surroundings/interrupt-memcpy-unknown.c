// verdict: UNKNOWN
// reason: an interrupt may come in the middle of a function of the library
// interrupts: handler
void reach_error(void);
void *memcpy(void *restrict, const void *restrict, unsigned long);
static int shared[2];
void handler(void) {
  shared[0]++;
  shared[1]++;
}
int main(void) {
  int own[2];
  memcpy(own, shared, sizeof own);
  if (own[0] != own[1]) reach_error();
  return 0;
}
