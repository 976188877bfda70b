// verdict: TRUE
// reason: a mask of nine bits is never negative, whatever sign the declaration has
extern void reach_error(void);
int umask(int);
int main(void) {
  if (umask(0) < 0) reach_error();
  return 0;
}
