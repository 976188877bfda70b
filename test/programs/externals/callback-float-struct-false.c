// verdict: FALSE
// reason: arguments are of any type
// externals: havoc
extern void reach_error(void);
struct s { int x; signed char y[3]; };
void f(void (*p)(struct s, double, _Bool, unsigned long long));
static int hit;
static void look(struct s s, double d, _Bool b, unsigned long long u) {
  if (s.x == -5 && s.y[1] == 9 && d == 0.25 && b && u == 0xfedcba9876543210ULL) hit = 1;
}
int main(void) {
  f(look);
  if (hit) reach_error();
  return 0;
}
