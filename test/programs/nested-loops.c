// verdict: TRUE
// reason: loops within loops keep their counters apart
// why-wrong: loops within loops keep their counters apart
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) for (int j = 0; j <= i; j++) s++;
  if (s != 6) reach_error(); // wrong: if (s == 6) reach_error();
  return 0;
}
