// verdict: UNKNOWN
// reason: variables of separate blocks may share their place
extern void reach_error(void);
int main(void) {
  char *p;
  int result;
  {
    char first[64];
    p = first;
  }
  {
    char second[64];
    second[0] = 0;
    p[0] = 1;
    result = second[0];
  }
  if (result != 0) reach_error();
  return 0;
}
