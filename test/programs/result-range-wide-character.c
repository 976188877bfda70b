// verdict: UNKNOWN
// reason: nothing is known of a result that is declared wider than the library gives it
extern void reach_error(void);
long getchar(void);
int main(void) {
  if (getchar() > 1000) reach_error();
  return 0;
}
