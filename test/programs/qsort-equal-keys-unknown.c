// verdict: UNKNOWN
// reason: C leaves the order of equal keys open
typedef unsigned long size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void reach_error(void);
struct row { int key; char tag; };

static int compare(const void *a, const void *b) {
  return ((const struct row *)a)->key - ((const struct row *)b)->key;
}

int main(void) {
  struct row rows[2] = {{1, 'a'}, {1, 'b'}};
  qsort(rows, 2, sizeof rows[0], compare);
  if (rows[0].tag != 'a') reach_error();
  return 0;
}
