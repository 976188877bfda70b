// verdict: TRUE
// reason: rand is not negative, getchar gives a character or -1
void reach_error(void) {}
extern int getchar(void);
extern int rand(void);

int main(void) {
  int r = rand(), c = getchar();
  if (r < 0 || c < -1 || c > 255) reach_error();
  return 0;
}
