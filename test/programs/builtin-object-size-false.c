// verdict: FALSE
// reason: sizes of objects that are named are constants; behind a variable the size is unknown to GCC without optimisation
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
struct s { int a; char b[10]; struct { short c[4]; int d; } e; } g;
int main(void) {
  char b[100]; int grid[3][5]; int i = 0;
  char *p = __VERIFIER_nondet_int() ? b : b + 10;
  if (__builtin_object_size(b, 0) != 100 || __builtin_object_size(b + 7, 0) != 93 || __builtin_object_size("abc", 1) != 4) reach_error();
  if (__builtin_object_size(g.b, 0) != 24 || __builtin_object_size(g.b, 1) != 10 || __builtin_object_size(&g.e.d, 3) != 4) reach_error();
  if (__builtin_object_size(&grid[1][2], 2) != 32 || __builtin_dynamic_object_size(b, 0) != 100) reach_error();
  if (__builtin_object_size((i++, b), 0) == 1 || i != 0) i = 0; if (__builtin_object_size(p, 0) + 1 == 0) reach_error();
  return 0;
}
