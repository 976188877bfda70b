// verdict: TRUE
// reason: objects that live at once have addresses of their own, and none is null
void reach_error(void) {}

extern void *malloc(unsigned long);
int main(void) {
  int *a = malloc(sizeof(int)), *b = malloc(sizeof(int));
  int x, y;
  if (a == b || &x == &y || !a || !&x || a == &x) reach_error();
  if ((int *)(unsigned long)&x != &x) reach_error();
  if (sizeof(unsigned long) != sizeof(void *)) reach_error();
  return 0;
}
