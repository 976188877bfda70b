import type { Random } from '../fuzz/random.ts';

/** The objects of a program by name. */
export type State = Record<string, number>;

/** An expression whose operands have effects. */
export type Tree =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'read'; readonly of: string }
  | { readonly kind: 'element'; readonly index: Tree }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'conditional'; readonly condition: Tree; readonly then: Tree; readonly otherwise: Tree }
  | { readonly kind: 'sequence'; readonly operator: '&&' | ','; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'increment'; readonly of: string }
  | { readonly kind: 'assign'; readonly operator: '=' | '+='; readonly to: string; readonly value: Tree }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Tree[]; readonly address?: string };

interface Called {
  readonly text: string;
  /** How an argument is made: a value, or an address. */
  readonly takes: '' | 'v' | 'vv' | 'vvv' | 'a';
  readonly run: (state: State, values: readonly number[], address: string) => number;
}

/** What functions do, in C and here. */
export const FUNCTIONS: Readonly<Record<string, Called>> = {
  inc: { text: 'static int inc(void) { return ++g0; }', takes: '', run: (s) => (s.g0 += 1) },
  post: { text: 'static int post(void) { return g0++; }', takes: '', run: (s) => (s.g0 += 1) - 1 },
  set: { text: 'static int set(int v) { g1 = v; return v + 1; }', takes: 'v', run: (s, [v]) => (s.g1 = v) + 1 },
  get0: { text: 'static int get0(void) { return g0; }', takes: '', run: (s) => s.g0 },
  get1: { text: 'static int get1(void) { return g1; }', takes: '', run: (s) => s.g1 },
  add: {
    text: 'static int add(int *p) { *p += 3; return 1; }',
    takes: 'a',
    run: (s, _, p) => {
      s[p] += 3;
      return 1;
    },
  },
  look: { text: 'static int look(const int *p) { return *p * 2; }', takes: 'a', run: (s, _, p) => s[p] * 2 },
  put: {
    text: 'static int put(int i) { a[i & 1] += 5; return i; }',
    takes: 'v',
    run: (s, [i]) => {
      s[`a[${i & 1}]`] += 5;
      return i;
    },
  },
  count: { text: 'static int count(void) { static int n; return ++n; }', takes: '', run: (s) => (s.n += 1) },
  deep: { text: 'static int deep(void) { return inc() + 10; }', takes: '', run: (s) => (s.g0 += 1) + 10 },
  three: {
    text: 'static int three(int x, int y, int z) { return x + 2 * y + 3 * z; }',
    takes: 'vvv',
    run: (_, v) => v[0] + 2 * v[1] + 3 * v[2],
  },
  two: { text: 'static int two(int x, int y) { return x - y; }', takes: 'vv', run: (_, [x, y]) => x - y },
  pure: { text: 'static int pure(int x) { return x ^ 1; }', takes: 'v', run: (_, [x]) => x ^ 1 },
};

const GLOBALS = ['g0', 'g1', 'a[0]', 'a[1]'] as const;
export const INITIAL: Readonly<State> = { g0: 1, g1: 2, 'a[0]': 3, 'a[1]': 4, n: 0 };

/** Statements around an expression, which leave its value in `v`. The expression is a value of the initialiser in some. */
const FORMS = [
  'int v = @;',
  'int v; v = @;',
  'int w[2] = { @, 7 }; int v = w[0];',
  'int v = 0; if (@) v = 1;',
] as const;

/** A program with one expression. */
export interface OrderProgram {
  readonly tree: Tree;
  /** Whether the value counts only as true or false. */
  readonly asTruth: boolean;
  /** The function `int once(void)`, which runs the expression and prints the values of all objects. */
  readonly body: string;
}

export const HEAD = `extern int printf(const char *, ...);\nstatic int g0, g1, a[2];\n${Object.values(FUNCTIONS)
  .map(({ text }) => text)
  .join('\n')}\n`;

/** The program of a generator's next numbers, with an expression of at most this depth. */
export function orderProgram(random: Random, depth: number): OrderProgram {
  const tree = treeOf(random, depth);
  const form = random.pick(FORMS);
  const statements = form.replace('@', textOf(tree));
  const body = `g0 = 1; g1 = 2; a[0] = 3; a[1] = 4; ${statements} printf("%d %d %d %d %d\\n", v, g0, g1, a[0], a[1]);`;
  return { tree, asTruth: form.includes('if'), body };
}

function treeOf(random: Random, depth: number): Tree {
  const next = (): Tree => treeOf(random, depth - 1);
  if (depth === 0 || random.chance(15)) {
    const kind = random.below(6);
    if (kind === 0) return { kind: 'constant', value: random.below(4) };
    if (kind < 3) return { kind: 'read', of: random.pick(GLOBALS) };
    return { kind: 'call', name: random.pick(['inc', 'get0', 'count']), arguments: [] };
  }
  return random.weighted<() => Tree>([
    [30, () => ({ kind: 'binary', operator: random.pick(['+', '-', '*', '<', '==']), left: next(), right: next() })],
    [5, () => ({ kind: 'conditional', condition: next(), then: next(), otherwise: next() })],
    [8, () => ({ kind: 'sequence', operator: random.pick(['&&', ','] as const), left: next(), right: next() })],
    [6, () => ({ kind: 'element', index: next() })],
    [4, () => ({ kind: 'increment', of: random.pick(['g0', 'g1']) })],
    [
      8,
      () => ({
        kind: 'assign',
        operator: random.pick(['=', '+='] as const),
        to: random.pick(['g0', 'g1']),
        value: next(),
      }),
    ],
    [36, () => callOf(random, next)],
  ])();
}

function callOf(random: Random, next: () => Tree): Tree {
  const name = random.pick(Object.keys(FUNCTIONS));
  const { takes } = FUNCTIONS[name];
  if (takes === 'a') return { kind: 'call', name, arguments: [], address: random.pick(GLOBALS) };
  return { kind: 'call', name, arguments: [...takes].map(next) };
}

function textOf(tree: Tree): string {
  switch (tree.kind) {
    case 'constant':
      return `${tree.value}`;
    case 'read':
      return tree.of;
    case 'element':
      return `a[${textOf(tree.index)} & 1]`;
    case 'binary':
    case 'sequence':
      return `(${textOf(tree.left)} ${tree.operator} ${textOf(tree.right)})`;
    case 'conditional':
      return `(${textOf(tree.condition)} ? ${textOf(tree.then)} : ${textOf(tree.otherwise)})`;
    case 'increment':
      return `${tree.of}++`;
    case 'assign':
      return `(${tree.to} ${tree.operator} ${textOf(tree.value)})`;
    case 'call':
      return `${tree.name}(${tree.address === undefined ? tree.arguments.map(textOf).join(', ') : `&${tree.address}`})`;
  }
}
