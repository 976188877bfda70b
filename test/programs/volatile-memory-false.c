// verdict: FALSE
// reason: volatile is memory that nobody else changes: the rule here
extern void abort(void);
void reach_error(void) {}

int main(void) {
  volatile int v = 3;
  v++;
  if (v == 4) reach_error();
  return 0;
}
