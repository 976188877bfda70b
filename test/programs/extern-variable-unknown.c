// verdict: FALSE
// reason: a variable that is only declared may have any value
extern void abort(void);
void reach_error(void) {}
extern int x;

int main(void) {
  if (x == 42) reach_error();
  return 0;
}
