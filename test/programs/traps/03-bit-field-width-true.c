// verdict: TRUE
// reason: a bit-field promotes by its width, its assignment has the value that was stored
void reach_error(void) {}

struct widths { unsigned f : 3; int g : 3; unsigned h : 32; unsigned long w : 40; };
int main(void) {
  struct widths s = { 1, 0, 1, 1 };
  if (s.f - 2 >= 0) reach_error();
  if (s.h - 2 < 0) reach_error();
  int stored = (s.f = 13);
  if (stored != 5) reach_error();
  int sign = (s.g = 7);
  if (sign != -1 || s.g != -1) reach_error();
  s.f = 7;
  if (s.f++ != 7 || s.f != 0) reach_error();
  s.w = (1ul << 39) + 3;
  if (s.w << 1 != 6) reach_error();
  return 0;
}
