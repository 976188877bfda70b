// verdict: FALSE
// reason: an external function makes two nodes a ring
// externals: havoc
extern void reach_error(void);
struct node {
  struct node *next;
  int value;
};
void f(struct node *);
int main(void) {
  struct node a = {0, 1}, b = {&a, 2};
  f(&b);
  a.value = 5;
  b.value = 6;
  if (a.next == &b && b.next == &a) reach_error();
  return 0;
}
