// Functions of getopt.h, as glibc has them where the environment does not set POSIXLY_CORRECT. Runs of the
// interpreter follow these models, too.
#include "prelude.h"

// Options move before other arguments, unless the letters begin with `+` or `-`. A structure of a long option
// has four fields, each at a multiple of a pointer's size: name, whether an argument follows, place, value.
extern int optind;
extern int optopt;
extern char *optarg;
char *__cluster;
int __first_other;
int __last_other;
byte __begun;
char __order;
int getopt_long(int count, char **arguments, char *letters, char *longs, int *index) {
  if (count < 1) return -1;
  optarg = 0;
  if (optind == 0 || __begun == 0) {
    if (optind == 0) optind = 1;
    __first_other = optind;
    __last_other = optind;
    __cluster = 0;
    __begun = 1;
    __order = letters[0];
  }
  if (letters[0] == '+' || letters[0] == '-') letters++;
  int missing = letters[0] == ':' ? ':' : '?';
  if (__cluster == 0 || *__cluster == 0) {
    if (__last_other > optind) __last_other = optind;
    if (__first_other > optind) __first_other = optind;
    int moves = __order != '+' && __order != '-';
    if (moves) {
      if (__first_other == __last_other) __first_other = optind;
      else
        for (; __last_other < optind; __last_other++) {
          char *moved = arguments[__last_other];
          for (int i = __last_other; i > __first_other; i--) arguments[i] = arguments[i - 1];
          arguments[__first_other++] = moved;
        }
      while (optind < count && (arguments[optind][0] != '-' || arguments[optind][1] == 0)) optind++;
      __last_other = optind;
    }
    if (optind != count && arguments[optind][0] == '-' && arguments[optind][1] == '-' && arguments[optind][2] == 0) {
      optind++;
      if (__first_other == __last_other) __first_other = optind;
      else
        for (; __last_other < optind; __last_other++) {
          char *moved = arguments[__last_other];
          for (int i = __last_other; i > __first_other; i--) arguments[i] = arguments[i - 1];
          arguments[__first_other++] = moved;
        }
      __last_other = count;
      optind = count;
    }
    if (optind == count) {
      if (__first_other != __last_other) optind = __first_other;
      return -1;
    }
    char *argument = arguments[optind];
    if (argument[0] != '-' || argument[1] == 0) {
      if (__order == '+') return -1;
      optarg = argument;
      optind++;
      return 1;
    }
    if (longs != 0 && argument[1] == '-') {
      char *name = argument + 2, *chosen = 0;
      size_t size = 0;
      int number = 0, exact = 0, open = 0;
      while (name[size] != 0 && name[size] != '=') size++;
      for (int i = 0; !exact; i++) {
        char *option = longs + i * (4 * sizeof(char *)), *known = *(char **)option;
        if (known == 0) break;
        size_t same = 0;
        while (same < size && known[same] == name[same]) same++;
        if (same < size) continue;
        exact = known[size] == 0;
        if (exact || chosen == 0) {
          chosen = option;
          number = i;
        } else if (*(int *)(option + sizeof(char *)) != *(int *)(chosen + sizeof(char *))) open = 1;
        else if (*(int **)(option + 2 * sizeof(char *)) != *(int **)(chosen + 2 * sizeof(char *))) open = 1;
        else if (*(int *)(option + 3 * sizeof(char *)) != *(int *)(chosen + 3 * sizeof(char *))) open = 1;
      }
      optind++;
      __cluster = 0;
      if (chosen == 0 || (open && !exact)) {
        optopt = 0;
        return '?';
      }
      int follows = *(int *)(chosen + sizeof(char *)), value = *(int *)(chosen + 3 * sizeof(char *));
      int *place = *(int **)(chosen + 2 * sizeof(char *));
      if (name[size] == '=') {
        if (follows == 0) {
          optopt = value;
          return '?';
        }
        optarg = name + size + 1;
      } else if (follows == 1) {
        if (optind >= count) {
          optopt = value;
          return missing;
        }
        optarg = arguments[optind++];
      }
      if (index != 0) *index = number;
      if (place == 0) return value;
      *place = value;
      return 0;
    }
    __cluster = argument + 1;
  }
  char letter = *__cluster++, *at = letters;
  while (*at != 0 && *at != letter) at++;
  if (*__cluster == 0) optind++;
  if (*at == 0 || letter == ':' || letter == ';') {
    optopt = letter;
    return '?';
  }
  if (longs != 0 && letter == 'W' && at[1] == ';') __broken();
  if (at[1] != ':') return letter;
  if (*__cluster != 0) {
    optarg = __cluster;
    optind++;
  } else if (at[2] != ':') {
    if (optind == count) {
      optopt = letter;
      letter = missing;
    } else
      optarg = arguments[optind++];
  }
  __cluster = 0;
  return letter;
}
