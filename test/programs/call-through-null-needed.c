// verdict: UNKNOWN
// reason: call through a null pointer
extern void reach_error(void);
/* The run that a call through null would have to return from is no run of C. */
int (*handler)(int);
int main(void) {
  if (handler(1) == 7) reach_error();
  return 0;
}
