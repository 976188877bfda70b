// verdict: TRUE
// reason: the value of an assignment to a bit-field has a type of the field's width
void reach_error(void) {}

int main(void) {
  struct { unsigned long a : 3, b : 12, c : 33; int d : 20, e : 32; _Bool f : 1; enum { zero, one } g : 2; } s = {0};
  if (sizeof(s.a = 1) != 1 || sizeof(s.a += 1) != 1 || sizeof(s.a++) != 1 || sizeof(--s.a) != 1) reach_error();
  if (sizeof(s.b = 1) != 2 || sizeof(0, s.b) != 2 || sizeof(({ s.b; })) != 2) reach_error();
  if (sizeof(s.c |= 1) != 8 || sizeof(s.d = 1) != 4 || sizeof(s.e = 1) != 4) reach_error();
  if (sizeof(s.f = 1) != 1 || sizeof(s.g = one) != 1 || __alignof__(s.b = 1) != 2) reach_error();
  if (sizeof(+s.a) != 4 || sizeof(1 ? s.a : s.a) != 4 || sizeof(s.a + 1) != 4 || sizeof(-s.c) != 8) reach_error();
  return s.a;
}
