// verdict: UNKNOWN
// reason: compilers differ in what is left of a value of which a part is replaced
struct pair { int x, y; };
void reach_error(void) {}

int main(void) {
  struct pair p = {1, 2};
  struct { struct pair p; int z; } s = {.p = p, .p.x = 3};
  if (s.p.y != 2) reach_error();
  return 0;
}
