// verdict: TRUE
// reason: members lie where GCC puts them
// why-wrong: members lie where GCC puts them
extern void abort(void);
void reach_error(void) {}
struct S { char c; int i; };

int main(void) {
  if (sizeof(struct S) != 8 || (unsigned long)&((struct S *)0)->i != 4) reach_error(); // wrong: struct S s = {1, 2};
  // wrong: char *p = (char *)&s;
  // wrong: if (*(int *)(p + 4) == 2) reach_error();
  return 0;
}
