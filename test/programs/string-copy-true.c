// verdict: TRUE
// reason: copies and appended strings end where they should and leave the rest
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern unsigned long strlen(const char *);
extern char *strcpy(char *, const char *);
extern char *strncpy(char *, const char *, unsigned long);
extern char *strcat(char *, const char *);
extern char *strncat(char *, const char *, unsigned long);

int main(void) {
  char from[5] = "wxyz", to[10] = "123456789";
  unsigned cut = __VERIFIER_nondet_uchar();
  if (cut > 4) return 0;
  from[cut] = 0;
  if (strcpy(to, from) != to || strlen(to) != cut || to[5] != '6') reach_error();
  if (cut < 4 && to[cut + 1] != (char)('2' + cut)) reach_error();
  strcat(to, "!?");
  if (strlen(to) != cut + 2 || to[cut] != '!' || to[cut + 1] != '?') reach_error();
  strncat(to, "abc", 1);
  if (strlen(to) != cut + 3 || to[cut + 2] != 'a') reach_error();
  strncpy(to, "q", 4);
  if (to[0] != 'q' || to[1] != 0 || to[2] != 0 || to[3] != 0 || (cut == 4 && to[4] != '!')) reach_error();
  return 0;
}
