// verdict: TRUE
// reason: a character or -1, seen through an unsigned result
extern void reach_error(void);
unsigned int getchar(void);
int main(void) {
  if ((getchar() + 1u) > 256u) reach_error();
  return 0;
}
