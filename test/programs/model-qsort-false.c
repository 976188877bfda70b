// verdict: FALSE
// reason: which of two equal elements comes first is left open, and the library does one or the other
void reach_error(void) {}
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));

struct entry {
  int key, value;
};

static int compare(const void *a, const void *b) {
  return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void) {
  struct entry e[3] = {{2, 1}, {1, 2}, {1, 3}};
  qsort(e, 3, sizeof *e, compare);
  if (e[0].value == 2 && e[2].value == 1) reach_error();
  return 0;
}
