// verdict: TRUE
// reason: arguments of many types, a list in a struct and a copied list
// why-wrong: the value of a mixed call depends on the input
typedef __builtin_va_list va_list;
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct pair { int first; double second; char name[3]; };
struct state { va_list list; int taken; };

static long long taken(struct state *s, const char *format) {
  long long result = 0;
  for (; *format != 0; format++) {
    s->taken++;
    switch (*format) {
      case 'd': result += __builtin_va_arg(s->list, double) > 1.5 ? 1000 : 0; break;
      case 'l': result += __builtin_va_arg(s->list, long long); break;
      case 'p': result += *__builtin_va_arg(s->list, int *); break;
      case 's': { struct pair p = __builtin_va_arg(s->list, struct pair); result += p.first + (int)p.second + p.name[2]; break; }
      case 'x': result += __builtin_va_arg(s->list, long double) == 0.25L ? 10 : 0; break;
      default: result += __builtin_va_arg(s->list, int);
    }
  }
  return result;
}

static long long run(const char *format, ...) {
  struct state s;
  va_list again;
  s.taken = 0;
  __builtin_va_start(s.list, format);
  __builtin_va_copy(again, s.list);
  long long result = taken(&s, format);
  __builtin_va_end(s.list);
  if (format[0] == 'i') result += __builtin_va_arg(again, int);
  __builtin_va_end(again);
  return result;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  struct pair p = {4, 2.5, {1, 2, 3}};
  if (x < 0 || x > 9) return 0;
  long long a = run("idpslx", x, 2.0, &x, p, 5LL, 0.25L);
  if (a != 3 * x + 1024) reach_error(); // wrong: if (a == 1048) reach_error();
  return 0;
}
