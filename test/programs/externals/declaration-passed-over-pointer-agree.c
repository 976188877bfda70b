// verdict: UNKNOWN
// reason: an external function may set a pointer whose declaration the switch passes over
// externals: agree
extern void reach_error(void);
extern void lead(int **);
static int known;
extern void tell(int *);
int main(void) {
  tell(&known);
  known = 0;
  switch (1) {
    int *pointer;
    case 1:
      lead(&pointer);
      *pointer = 1;
      if (known == 1) reach_error();
  }
  return 0;
}
