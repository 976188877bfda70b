// verdict: FALSE
// reason: members lie where GCC puts them
extern void abort(void);
void reach_error(void) {}
struct S { char c; int i; };

int main(void) {
  struct S s = {1, 2};
  char *p = (char *)&s;
  if (*(int *)(p + 4) == 2) reach_error();
  return 0;
}
