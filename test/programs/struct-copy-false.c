// verdict: FALSE
// reason: assignment of a struct copies all of it and shares nothing
extern void abort(void);
void reach_error(void) {}
struct S { int n; short v[2]; };

int main(void) {
  struct S a = {1, {2, 3}}, b;
  b = a;
  b.v[1]++;
  if (a.v[1] == 3 && b.v[1] == 4) reach_error();
  return 0;
}
