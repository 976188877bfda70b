// verdict: FALSE
// reason: the functions lie in a record, and a later call of another function calls them
// externals: havoc
extern void reach_error(void);
struct operations {
  void (*first)(int);
  void (*second)(void);
};
void tell(const struct operations *);
void work(void);
static int n, m;
static void first(int x) {
  if (x == 7 && m == 2) n++;
}
static void second(void) { m++; }
static const struct operations operations = {first, second};
int main(void) {
  tell(&operations);
  m = 0;
  n = 0;
  work();
  if (n == 1 && m == 3) reach_error();
  return 0;
}
