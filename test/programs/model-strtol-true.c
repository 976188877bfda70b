// verdict: TRUE
// reason: strtol knows prefixes, bases and limits
void reach_error(void) {}
extern long strtol(const char *, char **, int);

int main(void) {
  char *end;
  if (strtol("0x1fz", &end, 16) != 31 || *end != 'z') reach_error();
  if (strtol("-99999999999999999999", 0, 0) != -9223372036854775807L - 1) reach_error();
  return 0;
}
