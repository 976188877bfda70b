// verdict: TRUE
// reason: a bit-field promotes to int by its width; the value of an assignment is what was stored
extern void abort(void);
void reach_error(void) {}

int main(void) {
  struct { unsigned f : 3; } s = {1};
  if (s.f - 2 >= 0) reach_error();
  int r = (s.f = 9);
  if (r != 1) reach_error();
  return 0;
}
