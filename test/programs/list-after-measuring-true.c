// verdict: TRUE
// reason: a call that measures a text writes no argument of a list
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int vsnprintf(char *, unsigned long, const char *, __builtin_va_list);

static char *made(const char *format, ...) {
  __builtin_va_list first, second;
  __builtin_va_start(first, format);
  __builtin_va_copy(second, first);
  int length = vsnprintf(0, 0, format, first);
  __builtin_va_end(first);
  char *text = malloc(length + 1u);
  if (text != 0) vsnprintf(text, length + 1u, format, second);
  __builtin_va_end(second);
  return text;
}

int main(void) {
  int kept = 5;
  made("%d-%s", 3, "x");
  if (kept != 5) reach_error();
  return 0;
}
