// verdict: TRUE
// reason: string literals of which none ends with the other are distinct objects
extern void abort(void);
void reach_error(void) {}

int main(void) {
  const char *a = "abc", *b = "abd";
  if (a == b) reach_error();
  return 0;
}
