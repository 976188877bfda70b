// verdict: TRUE
// reason: a loop may be entered in the middle
// why-wrong: a loop may be entered in the middle
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int i = 0;
  goto in;
  while (i < 5) {
    i += 2;
  in:
    i++;
  }
  if (i != 7 && i != 5) reach_error(); // wrong: if (i == 7) reach_error();
  return 0;
}
