// verdict: UNKNOWN
// reason: a function without a body is given a callback as a pointer to void, by way of a variable
extern void reach_error(void);
void later(void *callback);
void bad(void) { reach_error(); }
int main(void) {
  void *data = (void *)bad;
  later(data);
  return 0;
}
