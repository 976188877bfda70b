// verdict: FALSE
// reason: a union of a pointer and a number keeps a pointer that was released
// checks: free
extern void *malloc(unsigned long);
extern void free(void *);
union word {
  unsigned long number;
  int *pointer;
};
int main(void) {
  union word w, v;
  w.pointer = malloc(sizeof(int));
  v.number = w.number;
  free(w.pointer);
  free(v.pointer);
  return 0;
}
