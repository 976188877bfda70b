// verdict: UNKNOWN
// reason: call through a pointer to an unknown function
extern void reach_error(void);
/* A number that was made a pointer may be the address of some function. */
int main(void) {
  void (*reset)(void) = (void (*)(void))0xfff0;
  reset();
  return 0;
}
