// verdict: FALSE
// data-model: ILP32
// reason: a callback with arguments of all widths
// externals: havoc
extern void reach_error(void);
void f(void (*p)(long long, short, char));
static int hit;
static void look(long long a, short b, char c) {
  if (a == 0x123456789abcLL && b == -2 && c == 3) hit = 1;
}
int main(void) {
  f(look);
  if (hit) reach_error();
  return 0;
}
