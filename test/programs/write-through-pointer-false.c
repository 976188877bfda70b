// verdict: FALSE
// reason: facts about a variable do not survive a write through a pointer to it, nor the other way round
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a = 0, *p = &a;
  a = 7;
  if (*p == 7) reach_error();
  return 0;
}
