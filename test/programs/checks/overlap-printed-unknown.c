// verdict: UNKNOWN
// reason: the text lies where a number of many digits would be printed
// checks: overlap
extern int sprintf(char *to, const char *format, ...);
static char memory[64] = "0123456789abc";
int main(void) {
  sprintf(memory, "%d: %s", 7, memory + 9);
  return 0;
}
