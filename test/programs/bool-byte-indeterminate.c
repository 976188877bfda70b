// verdict: UNKNOWN
// reason: the byte of an indeterminate _Bool may hold any value
extern void reach_error(void);
int main(void) {
  _Bool truth;
  unsigned char *byte = (unsigned char *)&truth;
  if (*byte == 2) reach_error();
  return 0;
}
