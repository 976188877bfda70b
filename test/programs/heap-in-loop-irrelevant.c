// verdict: TRUE
// reason: memory that is not modelled does no harm where nobody tests it
// why-wrong: memory that is not modelled does no harm where nobody tests it
extern void abort(void);
void reach_error(void) {}
extern void *malloc(unsigned long);

int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) {
    int *n = malloc(4);
    *n = i;
    s++;
  }
  if (s != 3) reach_error(); // wrong: if (s == 3) reach_error();
  return 0;
}
