import { commandLine } from '../report/command-line.ts';

/** Declarations for the words that a trial puts into a program. */
export const PROBES = `extern int lemmata_site;
void lemmata_at(int), lemmata_word(int, const void *, unsigned long), lemmata_bytes(const void *, unsigned long), lemmata_end(void);
#define lemmata_value(x) ({ __typeof__((x) + 0) lemmata_v = (x); lemmata_word(__builtin_classify_type(lemmata_v), &lemmata_v, sizeof lemmata_v); })
#define lemmata_array(x) lemmata_bytes(&(x), sizeof(x))`;

/** C types of the functions \`__VERIFIER_nondet_*\` whose values are drawn as integers. */
const DRAWN = {
  bool: '_Bool',
  char: 'char',
  double: 'double',
  float: 'float',
  int: 'int',
  long: 'long',
  longlong: 'long long',
  schar: 'signed char',
  short: 'short',
  size_t: '__SIZE_TYPE__',
  u16: 'unsigned short',
  u32: 'unsigned int',
  u64: 'unsigned long long',
  u8: 'unsigned char',
  uchar: 'unsigned char',
  uint: 'unsigned int',
  ulong: 'unsigned long',
  ulonglong: 'unsigned long long',
  unsigned: 'unsigned int',
  ushort: 'unsigned short',
} as const;

/** The inputs of a trial, and the account of its run. `idle`: functions without a body, which return nothing. */
export function inputsText(errorFunctions: readonly string[], idle: readonly string[]): string {
  return `/* Draws the inputs of the program, and writes a line for each of its events to descriptor 9: see trial.sh. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
enum { EVENTS = 2000, BYTES = 1024 };
int lemmata_site;
static unsigned long long drawn = 1;
static char line[1 << 16];
static int length, events;

static void end(char event) {
  char text[] = {event, '\\n'};
  _exit(write(9, text, 2) < 0);
}
static void stop(int signal) { end(signal == SIGALRM ? 'r' : signal == SIGABRT ? 'e' : 'c'); }
static void put(const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (length < (int)sizeof line - 64) length += vsnprintf(line + length, 64, format, list);
  va_end(list);
}
static void send(void) {
  line[length++] = '\\n';
  if (write(9, line, length) < 0) _exit(1);
  length = 0;
  if (++events == EVENTS) end('r');
}
__attribute__((constructor)) static void begin(void) {
  const char *seed = getenv("LEMMATA_SEED");
  if (seed != NULL) drawn += strtoull(seed, NULL, 10) * 0x9e3779b97f4a7c15ull;
  signal(SIGALRM, stop), signal(SIGABRT, stop), signal(SIGSEGV, stop), signal(SIGFPE, stop);
  alarm(2);
}
__attribute__((destructor)) static void finish(void) { end('e'); }

void lemmata_at(int place) { put("a %d", place); }
void lemmata_end(void) { send(); }
void lemmata_bytes(const void *from, unsigned long size) {
  put(" [");
  for (unsigned long i = 0; i < size && i < BYTES; i++) put("%02x", ((const unsigned char *)from)[i]);
}
/* Pointers (5) are not told: the system has other numbers for them. The same holds for numbers that are none. */
void lemmata_word(int kind, const void *from, unsigned long size) {
  unsigned long long v = 0;
  float f = 0;
  double d = 0;
  if (size <= sizeof v) memcpy(&v, from, size);
  if (kind == 8 && size == sizeof f) memcpy(&f, from, size);
  if (kind == 8 && size == sizeof d) memcpy(&d, from, size);
  if (kind == 5 || size > sizeof v || f != f || d != d) put(" -");
  else put(" %llx", v);
}

static unsigned long long draw(void) {
  drawn ^= drawn << 13, drawn ^= drawn >> 7, drawn ^= drawn << 17;
  return drawn * 0x2545f4914f6cdd1dull >> 8;
}
static long long value(void) {
  unsigned long long v = draw();
  switch (draw() % 8) {
  case 0: return v << 8 ^ draw();
  case 1: return 1ull << v % 64;
  case 2: return (1ull << v % 64) - 1;
  case 3: return -(long long)(v % 5);
  case 4: return v % 1000;
  default: return v % 8;
  }
}
static void tell(const void *from, unsigned long size) {
  unsigned long long v = 0;
  memcpy(&v, from, size);
  put("i %d %llx", lemmata_site, v);
  lemmata_site = 0;
  send();
}
#define INPUT(type, name, bits) \\
  WEAK type __VERIFIER_nondet_##name() { type v = (type)(value() & (bits)); tell(&v, sizeof v); return v; }
${Object.entries(DRAWN)
  .map(([name, type]) => `INPUT(${type}, ${name}, ${name === 'bool' ? 1 : -1})\n`)
  .join('')}
${errorFunctions.map((name) => `WEAK void ${name}() { end('x'); }\n`).join('')}${['VERIFIER', 'CPROVER', 'ESBMC']
  .map((tool) => `WEAK void __${tool}_assume(int condition) { if (!condition) end('e'); }\n`)
  .join('')}${idle.map((name) => `WEAK void ${name}() { end('r'); }\n`).join('')}`;
}

/** The part of the comparison that is the same for all systems. */
export const COMPARISON = `static FILE *trace;
static long states, values;
static struct { int site; word value; } *queue;
static int first, count, room;

static void differ(const char *what, const char *where) {
  printf("%s %s\\n", what, where);
  exit(1);
}
static void stop(const char *why) {
  printf("%ld %ld%s\\n", states, values, why);
  exit(0);
}

static word number_of(const char *digits, int most) {
  word v = 0;
  for (int i = 0; i < most && strchr("0123456789abcdef", digits[i]) != NULL && digits[i] != 0; i++)
    v = v << 4 | (digits[i] <= '9' ? digits[i] - '0' : digits[i] - 'a' + 10);
  return v;
}
static void same_value(const char *name, word v, int bits, const char *text) {
  if (text[0] == '-') return;
  if ((number_of(text, 32) & ones(bits)) != v) differ("the program and its system have different values of", name);
  values++;
}
static void same_array(const char *name, const struct array *a, int width, int bits, const char *text) {
  int digits = width / 4;
  if (width % 8 != 0 || width == 0) return;
  for (int i = 0; strlen(text + 1 + i * digits) >= (size_t)digits; i++) {
    word v = 0;
    for (int at = digits - 2; at >= 0; at -= 2) v = v << 8 | number_of(text + 1 + i * digits + at, 2);
    if ((v & ones(bits)) != at(a, i)) differ("the program and its system have different elements of", name);
    values++;
  }
}
static void compare(const struct state *s, char *const *shown) {
  switch (block_of(s)) {
/* CASES */
  }
  states++;
}

/* The values of the inputs of a step, in their order. */
static void take(const struct state *s, struct inputs *in) {
  char is[INPUTS + 1] = {0}, taken[INPUTS + 1] = {0};
  for (int i = 0; i < INPUTS; i++) set(in, i, 0);
  for (;;) {
    int next = INPUTS;
    guards(s, in, is);
    for (int i = 0; i < INPUTS; i++)
      if (table[i].block == block_of(s) && is[i] && !taken[i] && (next == INPUTS || table[i].order < table[next].order))
        next = i;
    if (is[INPUTS]) stop(" the system has no meaning for a step");
    if (next == INPUTS) return;
    taken[next] = 1;
    if (table[next].site == -1) stop(" an input is not followed");
    if (table[next].site == -2) continue;
    while (first < count && queue[first].site != table[next].site) first++;
    if (first == count) differ("the system takes an input that the program does not take, in", names[block_of(s)]);
    set(in, next, queue[first++].value);
  }
}

/* Steps of the system up to a place of the program; 0: to the end. */
static void walk(struct state *s, int place) {
  for (int steps = 0; steps < 64; steps++) {
    const char *where = names[block_of(s)];
    struct inputs in = {0};
    take(s, &in);
    int error = step(s, &in);
    if (error < 0) stop(" the constraint does not hold");
    if (error > 0) differ("the program goes on where its system meets an error, in", where);
    if (has_ended(s)) {
      if (place == 0) return;
      differ("the program goes on where its system ends, in", where);
    }
    int now = places[block_of(s)];
    if (now == 0) continue;
    if (now != place) differ("the program does not come to", names[block_of(s)]);
    return;
  }
  stop(" many steps without a place");
}

int main(int argc, char **argv) {
  static char event[1 << 16];
  static char *shown[1 << 12];
  struct state s;
  begin(&s);
  trace = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (trace == NULL) return 2;
  while (fgets(event, sizeof event, trace) != NULL) {
    char *word = strtok(event, " \\n");
    switch (word == NULL ? 'r' : word[0]) {
    case 'i':
      if (count == room) queue = realloc(queue, (room = 2 * room + 16) * sizeof *queue);
      if (queue == NULL) return 2;
      queue[count].site = atoi(strtok(NULL, " \\n"));
      queue[count++].value = number_of(strtok(NULL, " \\n"), 32);
      break;
    case 'a':
      walk(&s, atoi(strtok(NULL, " \\n")));
      for (int i = 0; i < 1 << 12 && (shown[i] = strtok(NULL, " \\n")) != NULL; i++) continue;
      compare(&s, shown);
      first = count = 0;
      break;
    case 'e':
      walk(&s, 0);
      stop("");
      break;
    case 'x':
      differ("the program meets an error", "");
      break;
    case 'c':
      stop(" the program ends by a signal");
      break;
    default:
      stop(" the run is long");
    }
  }
  stop(" the run is not told to its end");
}
`;

/** A script that compiles and runs a trial, and says what it compared. */
export function trialScript({
  sources,
  head,
  dataModel,
}: {
  /** Each file of the program, and its name in the folder. */
  readonly sources: readonly { readonly name: string; readonly source: string; readonly folder: string }[];
  /** Lines of declarations before each source. */
  readonly head: number;
  readonly dataModel: 'ILP32' | 'LP64';
}): string {
  const word = (text: string): string => commandLine(text, []);
  const folders = [...new Set(sources.map(({ folder }) => `-iquote ${word(folder)}`))].join(' ');
  const names = sources.map(({ name }) => `"$folder/${name}"`).join(' ');
  return `#!/usr/bin/env bash
# Runs the program beside its system, model.c, on random inputs, and compares the values of variables at the heads of
# loops. Begin it in the folder in which lemmata ran. Its argument is the number of runs; 50 without one.
# Exit code 0: no difference; 1: a difference; 2: it cannot be compiled, or is about another program.
folder=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Without the words between marks, these are the program's files.
same() { tail -n +${head + 1} "$folder/$1" | sed 's#/\\*+\\*/[^/]*/\\*-\\*/##g' | cmp -s - "$2" || { echo "$1 differs from $2"; exit 2; }; }
${sources.map(({ name, source }) => `same ${name} ${word(source)}`).join('\n')}
cc -w ${dataModel === 'ILP32' ? '-m32 -msse2 -mfpmath=sse ' : ''}-fwrapv -ftrivial-auto-var-init=zero ${folders} -o "$scratch/program" ${names} "$folder/trial-inputs.c" -lm || exit 2
cc -w -O1 -o "$scratch/compare" "$folder/trial-compare.c" || exit 2
: > "$scratch/said"
for ((seed = 1; seed <= \${1-50}; seed++)); do
  # The system has zeros in all objects that are not initialised, and so has the program by these options.
  LEMMATA_SEED=$seed MALLOC_PERTURB_=255 "$scratch/program" 9> "$scratch/trace" > /dev/null 2>&1 < /dev/null
  "$scratch/compare" "$scratch/trace" < /dev/null > "$scratch/one" || { echo "run $seed: $(cat "$scratch/one")"; exit 1; }
  cat "$scratch/one" >> "$scratch/said"
done
awk '{ states += $1; values += $2; whole += NF == 2 } END {
  printf "no difference: %d runs (%d to their end), %d states and %d values compared\\n", NR, whole, states, values }' "$scratch/said"
sed -n 's/^[0-9]* [0-9]* \\(..*\\)/\\1/p' "$scratch/said" | sort | uniq -c | sed 's/^ *\\([0-9]*\\) /followed in part, runs: \\1, as /'
`;
}
