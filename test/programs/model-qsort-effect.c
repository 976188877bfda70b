// verdict: UNKNOWN
// reason: how often qsort calls back is open, which a callback with an effect can see
typedef unsigned long size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void reach_error(void) {}

static int calls;

static int compare(const void *a, const void *b) {
  calls++;
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  int numbers[3] = {1, 2, 3};
  qsort(numbers, 3, sizeof(int), compare);
  if (calls != 2 && calls != 3) reach_error();
}
