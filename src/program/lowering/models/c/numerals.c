// Numbers in the form of strtol and of atoi.
#include "prelude.h"

int atoi(char *s) {
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  int value = 0;
  for (; *s >= '0' && *s <= '9'; s++) value = negative ? value * 10 - (*s - '0') : value * 10 + (*s - '0');
  return value;
}

long atol(char *s) {
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  long value = 0;
  for (; *s >= '0' && *s <= '9'; s++) value = negative ? value * 10 - (*s - '0') : value * 10 + (*s - '0');
  return value;
}

long long atoll(char *s) {
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  long long value = 0;
  for (; *s >= '0' && *s <= '9'; s++) value = negative ? value * 10 - (*s - '0') : value * 10 + (*s - '0');
  return value;
}

long strtol(char *s, char **end, int base) {
  char *start = s;
  if (base < 0 || base == 1 || base > 36) __broken();
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
    s += 2;
    base = 16;
  } else if (base == 0) base = *s == '0' ? 8 : 10;
  long value = 0;
  int any = 0, over = 0;
  for (; digit(*s) < base; s++) {
    int d = digit(*s);
    any = 1;
    if (negative ? value < ((-__LONG_MAX__ - 1) + d) / base : value > (__LONG_MAX__ - d) / base) over = 1;
    else value = negative ? value * base - d : value * base + d;
  }
  if (end != 0) *end = any ? s : start;
  if (over) return negative ? (-__LONG_MAX__ - 1) : __LONG_MAX__;
  return value;
}

long long strtoll(char *s, char **end, int base) {
  char *start = s;
  if (base < 0 || base == 1 || base > 36) __broken();
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
    s += 2;
    base = 16;
  } else if (base == 0) base = *s == '0' ? 8 : 10;
  long long value = 0;
  int any = 0, over = 0;
  for (; digit(*s) < base; s++) {
    int d = digit(*s);
    any = 1;
    if (negative ? value < ((-9223372036854775807LL - 1) + d) / base
                 : value > (9223372036854775807LL - d) / base) over = 1;
    else value = negative ? value * base - d : value * base + d;
  }
  if (end != 0) *end = any ? s : start;
  if (over) return negative ? (-9223372036854775807LL - 1) : 9223372036854775807LL;
  return value;
}

unsigned long strtoul(char *s, char **end, int base) {
  char *start = s;
  if (base < 0 || base == 1 || base > 36) __broken();
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
    s += 2;
    base = 16;
  } else if (base == 0) base = *s == '0' ? 8 : 10;
  unsigned long value = 0;
  int any = 0, over = 0;
  for (; digit(*s) < base; s++) {
    int d = digit(*s);
    any = 1;
    if (value > ((__LONG_MAX__ * 2UL + 1) - d) / base) over = 1;
    else value = value * base + d;
  }
  if (end != 0) *end = any ? s : start;
  if (over) return (__LONG_MAX__ * 2UL + 1);
  return negative ? -value : value;
}

unsigned long long strtoull(char *s, char **end, int base) {
  char *start = s;
  if (base < 0 || base == 1 || base > 36) __broken();
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
    s += 2;
    base = 16;
  } else if (base == 0) base = *s == '0' ? 8 : 10;
  unsigned long long value = 0;
  int any = 0, over = 0;
  for (; digit(*s) < base; s++) {
    int d = digit(*s);
    any = 1;
    if (value > (18446744073709551615ULL - d) / base) over = 1;
    else value = value * base + d;
  }
  if (end != 0) *end = any ? s : start;
  if (over) return 18446744073709551615ULL;
  return negative ? -value : value;
}

// The value is any, and the place where it ends lies in the text.
double strtod(char *s, char **end) {
  double value;
  size_t n = 0, used = (unsigned)__any();
  while (s[n] != 0) n++;
  if (end != 0) *end = s + (used <= n ? used : 0);
  __mix(&value);
  return value;
}
