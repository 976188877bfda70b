// verdict: FALSE
// reason: a bit-field promotes to int by its width; the value of an assignment is what was stored
extern void abort(void);
void reach_error(void) {}

int main(void) {
  struct { unsigned f : 3; int g : 4; } s = {1, 7};
  s.g++;
  if (s.g == -8 && s.f == 1) reach_error();
  return 0;
}
