// verdict: TRUE
// reason: null may be released
// checks: free
extern void free(void *);
int main(void) {
  free(0);
  return 0;
}
