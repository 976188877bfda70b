import { expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { ai } from '../../../../src/engines/dataflow/ai.ts';
import type { EngineStatistics } from '../../../../src/engines/methods/engine.ts';
import type { SolverFactory } from '../../../../src/logic/terms/solver.ts';
import { PRECISIONS } from '../../../../src/system/analysis/rounds.ts';
import type { Lemma } from '../../../../src/system/transys/lemma.ts';
import { restrict } from '../../../../src/system/transys/passes/parts.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { compile } from '../../system/encode/compile.ts';
import { contextFor, ownSolversFor, solversFor } from '../context.ts';
import { testInvariants } from '../invariants.ts';

/** No domain knows the remainders of squares by three. */
const SQUARE = `
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char x = a * a % 3, z = 0;
  while (1) {
    if (z > 1) reach_error();
    z = x;
  }
}`;

async function squared(): Promise<{ system: TransitionSystem; solvers: SolverFactory; lemma: Lemma }> {
  const { system } = compile(SQUARE);
  const { terms, stateVars } = system;
  const x = stateVars.find((v) => v.name === 'main::x')?.term;
  if (x === undefined || system.pc === null) throw new Error('no state');
  const { term: pc } = stateVars[system.pc];
  const formula = terms.implies(terms.eq(pc, terms.bv(terms.width(pc), 1)), terms.ule(x, terms.bv(8, 1)));
  const lemma: Lemma = { id: 1, from: 'houdini', formula };
  return { system, solvers: await solversFor(system), lemma };
}

test('states are reduced by what others found, and the proof rests on it', async () => {
  const { system, solvers, lemma } = await squared();
  expect(ai(contextFor(system, solvers)).kind).toBe('unknown');
  const claim = ai(contextFor(system, solvers, { lemmas: [[lemma]] }));
  if (claim.kind !== 'safe') throw new Error(`ai says ${claim.kind}`);
  expect(checkCertificate(system, claim.certificate, solvers)).toMatchObject({ accepted: true });
});

test('the last round is repeated for what others found meanwhile, and not without', async () => {
  const { system, solvers, lemma } = await squared();
  const rounds: number[] = [];
  const statistics = (values: EngineStatistics): void => {
    rounds.push(values.rounds);
  };
  expect(ai({ ...contextFor(system, solvers), statistics }).kind).toBe('unknown');
  expect([...new Set(rounds)]).toEqual(PRECISIONS.map((_, i) => i + 1));
  expect(rounds.filter((round) => round === PRECISIONS.length)).toHaveLength(1);
  const late = [...PRECISIONS.map(() => []), [lemma]];
  expect(ai(contextFor(system, solvers, { lemmas: late })).kind).toBe('safe');
});

test('runs go on after the last number of a block: more allocations than numbers reach an error', async () => {
  const { system } = compile(`
extern void *malloc(unsigned long); extern void free(void *); extern void reach_error(void);
int main(void) {
  unsigned long n = 0;
  while (1) {
    free(malloc(1));
    n++;
    if (n == 1ul << 45) reach_error();
  }
}`);
  expect(ai(contextFor(system, await solversFor(system))).kind).toBe('unknown');
});

/** The product is small because both factors are; circuits of products are slow. */
const AREAS = `
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), most = 0;
  if (n > 30000) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      int area = i * j;
      if (area > most) most = area;
    }
  return most < 0;
}`;

test('ranges exclude the overflow of a product of counters', async () => {
  const { system } = compile(AREAS, 'LP64', { checks: ['overflow'] });
  const solvers = await solversFor(system);
  const claim = ai(contextFor(system, solvers));
  if (claim.kind !== 'safe') throw new Error(`ai says ${claim.kind}`);
  expect(checkCertificate(system, claim.certificate, solvers)).toMatchObject({ accepted: true });
});

/** The length of a part is compared with what is left before the loop that reads it. */
const PARTS = `
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char text[100], n = __VERIFIER_nondet_uchar();
  if (n > 100) return 0;
  for (unsigned char i = 0; i < n; i++) text[i] = __VERIFIER_nondet_uchar();
  unsigned char at = 0, sum = 0;
  while (at < n) {
    unsigned char length = text[at++];
    if (length > n - at) return 1;
    for (unsigned char k = 0; k < length; k++) sum ^= text[at++];
  }
  return sum;
}`;

/** Each record takes at least two bytes. */
const RECORDS = `
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), at = 0, records = 0;
  if (n > 1000) return 0;
  while (at < n) {
    unsigned length = __VERIFIER_nondet_uint() % 256;
    at += 2;
    if (at + length > n) return 1;
    at += length;
    records++;
  }
  if (2ull * records > n) reach_error();
}`;

/** A byte may take two bytes when it is written. */
const ESCAPED = `
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned out = 0;
  for (unsigned char i = 0; i < n; i++) {
    if (out > 600) return 1;
    out += __VERIFIER_nondet_uchar() == 27 ? 2 : 1;
  }
  if (out > 2u * n) reach_error();
}`;

/** What the exits of two loops say of their counters is needed in the third, where these are dead. */
const DRAINED = `
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), filled = 0;
  if (m < -5000 || m > 5000 || n < -5000 || n > 5000) return 0;
  for (int i = 0; i < m; i++) filled++;
  for (int i = 0; i < n; i++) filled++;
  for (int drained = 0; drained < m + n; drained++) {
    if (filled <= 0) reach_error();
    filled--;
  }
}`;

/** The sum of two numbers is taken away in two loops. */
const TAKEN = `
extern void reach_error(void); extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  int m = __VERIFIER_nondet_ushort(), n = __VERIFIER_nondet_ushort(), left = m + n;
  for (int i = 0; i < m; i++) left--;
  for (int j = 0; j < n; j++) {
    if (left <= 0) reach_error();
    left--;
  }
  if (left != 0) reach_error();
}`;

/** One byte more for each run of up to 15 bytes. */
const STUFFED = `
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort();
  unsigned out = 1;
  unsigned char code = 1;
  if (n > 100) return 0;
  for (unsigned short i = 0; i < n; i++) {
    if (code == 16) { out++; code = 1; }
    out++;
    if (__VERIFIER_nondet_uchar() == 0) code = 1; else code++;
  }
  if (out > n + n / 15u + 1) reach_error();
}`;

/** The size of a block is not a sum, and is read behind another loop. */
const SIZED = `
extern void *malloc(unsigned long); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned char sum = 0;
  char *block = malloc(n + n / 7ul + 1);
  if (!block) return 0;
  while (__VERIFIER_nondet_uchar()) sum++;
  block[n + n / 7ul] = sum;
  return 0;
}`;

/** The length that a header names is compared before the header is summed up, and the payload is read behind it. */
const HEADER = `
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char packet[600];
  unsigned long n = __VERIFIER_nondet_uint();
  if (n > sizeof packet) return 0;
  for (unsigned long i = 0; i < n; i++) packet[i] = __VERIFIER_nondet_uchar();
  if (n < 20) return 0;
  unsigned short length = packet[2] << 8 | packet[3];
  unsigned long header = (packet[0] & 15) * 4ul;
  if (header < 20 || header > n || length < header || length > n) return 0;
  unsigned sum = 0;
  for (unsigned long left = header; left > 1; left -= 2) sum += packet[left - 1];
  unsigned long size = length - header;
  for (unsigned long i = 0; i < size; i++) sum += packet[header + i];
  return sum == 0;
}`;

/** The steps in which a vector grows have more cases than are told apart. */
const VECTOR = `
extern void reach_error(void); extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  unsigned long length = 0, capacity = 0;
  while (__VERIFIER_nondet_bool()) {
    for (int i = 0; i < 6; i++)
      if (__VERIFIER_nondet_bool()) {
        if (length == capacity && capacity < 1ul << 60 && __VERIFIER_nondet_bool()) capacity = capacity ? 2 * capacity : 4;
        if (length != capacity) length++;
      } else if (length > 0 && __VERIFIER_nondet_bool()) length--;
    if (length > capacity) reach_error();
  }
}`;

/** A pointer to an element has other offsets than one to the member that links elements, and null has 0. */
const LINKED = `
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct timer {
  unsigned due;
  _Bool armed;
  struct timer *next;
};
static struct timer pool[4];
static struct timer *head;
static void start(struct timer *t, unsigned due) {
  struct timer **p = &head;
  t->due = due;
  t->armed = 1;
  while (*p && (*p)->due <= due) p = &(*p)->next;
  t->next = *p;
  *p = t;
}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4 && !pool[i].armed) start(&pool[i], __VERIFIER_nondet_uint());
    if (head && __VERIFIER_nondet_bool()) {
      head->armed = 0;
      head = head->next;
    }
  }
  return 0;
}`;

test.each([
  ['what a loop leaves is known behind it', TAKEN, {}],
  ['a guard before a loop is said of its steps', PARTS, { checks: ['deref'] as const }],
  ['a multiple that is compared is related to what moves with it', RECORDS, {}],
  ['what is written is bounded by a multiple of what is read', ESCAPED, {}],
  ['what is written is bounded by the hull of what the steps add', STUFFED, {}],
  ['a sum that is cut to few bits is known as what C compares', HEADER, { checks: ['deref'] as const }],
  ['compared variables keep the order with which the loop is entered', VECTOR, {}],
  ['a definition stays while its variables do', SIZED, { checks: ['deref'] as const }],
  ['offsets of pointers are told apart by the object', LINKED, { checks: ['deref'] as const }],
])('%s', async (_, program, options) => {
  const { system } = compile(program, 'LP64', options);
  const solvers = await solversFor(system);
  const claim = ai(contextFor(system, ownSolversFor(system)));
  if (claim.kind !== 'safe') throw new Error(`ai says ${claim.kind}`);
  expect(checkCertificate(system, claim.certificate, solvers)).toMatchObject({ accepted: true });
});

test('what loops fill is bounded from below in a later loop, also where narrowing cut signs', async () => {
  const { system } = simplify(compile(DRAINED).system);
  const solvers = await solversFor(system);
  const claim = ai(contextFor(system, solvers));
  if (claim.kind !== 'safe') throw new Error(`ai says ${claim.kind}`);
  expect(checkCertificate(system, claim.certificate, solvers)).toMatchObject({ accepted: true });
});

testInvariants('ai');

/** The second sum needs a relation, the first one values alone. */
const CHECKED = `
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int i = 0, j = 0;
  while (__VERIFIER_nondet_uchar())
    if (i < 100) { i = i + 1; j = j + 3; }
}`;

test('checks are claimed one by one while the analysis goes on, without those that left the race', async () => {
  const { system } = compile(CHECKED, 'LP64', {
    checks: ['overflow'],
    open: (checks) => checks.map(({ name }) => name),
  });
  const names = [...new Set(system.blocks.flatMap(({ bads }) => bads.map(({ name }) => name)))];
  expect(names).toHaveLength(2);
  const solvers = await solversFor(system);
  const context = contextFor(system, solvers);
  const end = ai(context);
  const [first] = context.claims;
  expect(first.open.length).toBeLessThan(names.length);
  expect(context.claims.length).toBe(1);
  if (end.kind !== 'safe') throw new Error(`ai says ${end.kind}`);
  expect(checkCertificate(system, end.certificate, solvers)).toMatchObject({ accepted: true });
  for (const { certificate, open } of context.claims) {
    const labels = names.filter((name) => !open.includes(name));
    const asked = restrict(system, { kind: 'labels', labels });
    expect(checkCertificate(asked, certificate, solvers)).toMatchObject({ accepted: true });
    expect(checkCertificate(system, certificate, solvers)).toMatchObject({ accepted: false });
  }
  const [easy] = names.filter((name) => !first.open.includes(name));
  const without = contextFor(system, solvers, { isOpen: (name) => name !== easy });
  ai(without);
  expect(without.claims).toEqual([]);
});

test('a pointer walks up to the end of a text, whichever characters it passes', async () => {
  const text = `
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char line[12];
  for (unsigned i = 0; i < sizeof line - 1; i++) line[i] = __VERIFIER_nondet_char();
  line[sizeof line - 1] = 0;
  const char *p = line;
  while (*p == ' ' || *p == '\t') p++;
  while (*p && *p != '=') p++;
  return *p;
}`;
  const { system } = compile(text, 'LP64', { checks: ['deref'], open: (checks) => checks.map(({ name }) => name) });
  const solvers = await solversFor(system);
  const end = ai(contextFor(system, solvers));
  if (end.kind !== 'safe') throw new Error(`ai says ${end.kind}`);
  expect(checkCertificate(system, end.certificate, solvers)).toMatchObject({ accepted: true });
});
