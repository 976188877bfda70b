/**
 * A program without faults, with about that many lines: small functions of several kinds, each of which
 * `main` calls once with inputs. Accesses, arithmetic and blocks are right for any inputs.
 */
export function faultless(lines: number): string {
  const parts: string[] = [HEAD];
  const calls: string[] = [];
  let count = HEAD.split('\n').length;
  for (let i = 0; count < lines - 4; i++) {
    const [text, call] = KINDS[i % KINDS.length](i);
    parts.push(text);
    calls.push(`  total += ${call};`);
    count += text.split('\n').length + 1;
  }
  parts.push('int main(void) {', '  unsigned total = 0;', ...calls, '  return total > 5;', '}', '');
  return parts.join('\n');
}

const HEAD = `extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct account { int balance; int moves; unsigned flags; };
static int clamp(int v, int high) { return v < 0 ? 0 : v > high ? high : v; }`;

type Kind = (i: number) => readonly [text: string, call: string];

const INPUT = '__VERIFIER_nondet_int()';

const arithmetic: Kind = (i) => [
  `static int mean${i}(int a, int b) {
  int x = clamp(a, ${1000 + i});
  int y = clamp(b, ${500 + i});
  int sum = x * ${(i % 7) + 2} + y;
  if (sum > ${100 + (i % 50)}) sum -= ${i % 50};
  return sum / ${(i % 9) + 1} + (x << 2) % ${(i % 5) + 3};
}`,
  `mean${i}(${INPUT}, ${INPUT})`,
];

const array: Kind = (i) => [
  `static int row${i}(int seed) {
  int t[${(i % 12) + 4}];
  int s = clamp(seed, 99), sum = 0;
  for (int k = 0; k < ${(i % 12) + 4}; k++) t[k] = s + k;
  for (int k = 0; k < ${(i % 12) + 4}; k++) {
    if (t[k] > 50) sum = t[k];
  }
  return sum;
}`,
  `row${i}(${INPUT})`,
];

const table: Kind = (i) => [
  `static unsigned char table${i}[16] = { ${i % 200}, 1, 2, 3 };
static int look${i}(int at, int value) {
  unsigned slot = (unsigned)at & 15u;
  table${i}[slot] = (unsigned char)value;
  if (slot > 3 && table${i}[slot - 4] == 7) return table${i}[slot];
  return table${i}[15 - slot];
}`,
  `look${i}(${INPUT}, ${INPUT})`,
];

const record: Kind = (i) => [
  `static void move${i}(struct account *to, int amount) {
  int step = clamp(amount, ${i + 10});
  if (to->balance < 100000) to->balance += step;
  to->moves++;
  to->flags |= 1u << (step & 7);
}
static int book${i}(int amount) {
  struct account mine = { ${i % 30}, 0, 0 };
  move${i}(&mine, amount);
  return mine.balance - mine.moves;
}`,
  `book${i}(${INPUT})`,
];

const block: Kind = (i) => [
  `static int heap${i}(int fill) {
  int *p = malloc(${(i % 6) + 2} * sizeof *p);
  int sum = 0;
  for (int k = 0; k < ${(i % 6) + 2}; k++) p[k] = clamp(fill, 9);
  sum = p[${i % 2}] + p[${(i % 6) + 1}];
  free(p);
  return sum;
}`,
  `heap${i}(${INPUT})`,
];

const states: Kind = (i) => [
  `static int state${i}(int event) {
  int state = 0;
  for (int turn = 0; turn < ${(i % 5) + 2}; turn++) {
    switch (state) {
      case 0: state = event > ${i} ? 1 : 2; break;
      case 1: state = event & 1 ? 0 : 2; break;
      default: state = 0; break;
    }
  }
  return state * ${i % 40};
}`,
  `state${i}(${INPUT})`,
];

const KINDS: readonly Kind[] = [arithmetic, array, table, record, block, states];
