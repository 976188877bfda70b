// verdict: TRUE
// reason: copies with a limit end before their source, and one of no bytes writes nothing
// checks: overlap
// native: older C libraries have no strlcpy
typedef unsigned long size_t;
extern size_t strlcpy(char *to, const char *from, size_t size);
extern size_t strlcat(char *to, const char *from, size_t size);
static char memory[16] = "ab\0\0defg";
int main(void) {
  strlcpy(memory, memory + 4, 4);
  strlcat(memory, memory + 4, 4);
  strlcpy(memory + 5, memory + 4, 0);
  return 0;
}
