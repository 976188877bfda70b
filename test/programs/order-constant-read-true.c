// verdict: TRUE
// order: open
extern void reach_error(void);
static const long limits[] = { 9, 0 };
static int value = 9;

int main(void) {
  int *place = &value;
  int next = 7, old;
  if (({ __atomic_exchange(place, &next, &old, 5); old; }) != limits[0]) reach_error();
  return 0;
}
