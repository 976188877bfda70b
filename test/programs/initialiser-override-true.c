// verdict: TRUE
// reason: braces replace what was there, a member of a union the other members, and a designator leads to a part alone
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct pair { int x, y; };
union one { int i; char c; struct pair p; };
struct pair parts[3] = {[0 ... 2] = {1, 2}, [1].x = 5};
char text[2][4] = {[0 ... 1] = "abc", [0] = {'x'}, [1][0] = 'z'};
union one first = {.i = 0x11223344, .c = 1};
struct { union one u; int n; } nested = {.u.i = -1, .n = 2, .u.c = 3};
struct pair again[] = {[1] = {1, 2}, [0] = {3, 4}, {.y = 5}};

int main(void) {
  int v = __VERIFIER_nondet_int();
  struct pair local[2] = {{v, 1}, {v, 2}, [0] = {.x = v}};
  union one u = {.p = {v, v}, .i = v};
  if (parts[1].x != 5 || parts[1].y != 2) reach_error();
  if (text[0][1] != 0 || text[1][0] != 'z' || text[1][2] != 'c') reach_error();
  if (first.i != 1 || nested.u.i != 3 || nested.n != 2) reach_error();
  if (again[1].x != 0 || again[1].y != 5 || again[0].y != 4) reach_error();
  if (local[0].x != v || local[0].y != 0 || local[1].y != 2 || u.p.x != v || u.p.y != 0) reach_error();
  return 0;
}
