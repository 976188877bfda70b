// verdict: TRUE
// reason: the least result is -1, seen through an unsigned result
extern void reach_error(void);
unsigned dup(int);
int main(void) {
  if (dup(0) == 4294967294u) reach_error();
  return 0;
}
