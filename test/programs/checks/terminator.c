// verdict: TRUE
// reason: strlen of a text that ends at the last byte
// why-wrong: strlen of a text without an end
// checks: deref
extern unsigned long strlen(const char *);
int main(void) {
  char text[4];
  text[0] = 'a';
  text[1] = 'b';
  text[2] = 'c';
  text[3] = 0; // wrong: text[3] = 'd';
  return strlen(text) == 3;
}
