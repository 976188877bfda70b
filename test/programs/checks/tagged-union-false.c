// verdict: FALSE
// reason: the number that replaced a pointer in a union is freed
// checks: free
extern void *malloc(unsigned long);
extern void free(void *);
extern long __VERIFIER_nondet_long(void);
int main(void) {
  union { long number; char *text; } value;
  value.text = malloc(3);
  long number = __VERIFIER_nondet_long();
  int is_text = number > 5;
  if (!is_text) { free(value.text); value.number = number; }
  if (is_text || number == 5) free(value.text);
  return 0;
}
