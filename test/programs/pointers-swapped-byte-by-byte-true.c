// verdict: TRUE
extern void reach_error(void);
static int x = 1, y = 2;

int main(void) {
  int *v[2] = {&x, &y};
  char *a = (char *)&v[0], *b = (char *)&v[1];
  for (unsigned i = 0; i < sizeof v[0]; i++) {
    char t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
  if (*v[0] != 2 || *v[1] != 1) reach_error();
  return 0;
}
