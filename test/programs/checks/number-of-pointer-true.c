// verdict: TRUE
// reason: a union of a pointer and a number keeps the pointer when it is copied
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
union word {
  unsigned long number;
  int *pointer;
};
int main(void) {
  union word w, v;
  w.pointer = malloc(sizeof(int));
  *w.pointer = 4;
  v = w;
  int sum = *v.pointer;
  free(v.pointer);
  return sum != 4;
}
