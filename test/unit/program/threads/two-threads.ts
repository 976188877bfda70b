import type fc from 'fast-check';

/**
 * Random programs of two threads over two shared variables, and all results that their interleavings
 * have. The search follows C's semantics of the statements, and knows nothing of automata.
 */
type Name = 'x' | 'y';

type Value =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'shared'; readonly name: Name }
  | { readonly kind: 'sum'; readonly left: Name; readonly right: Name };

/** How a block excludes others: by a mutex, by one that functions get, as an atomic block, not at all. */
type How = 'locked' | 'passed' | 'atomic' | 'plain';

export type Statement =
  | { readonly kind: 'set'; readonly target: Name; readonly value: Value }
  | { readonly kind: 'increment'; readonly target: Name }
  /** `a = target++; other = a`: the value of the expression is the old one. */
  | { readonly kind: 'take'; readonly target: Name; readonly other: Name }
  | {
      readonly kind: 'if';
      readonly left: Name;
      readonly value: number;
      readonly then: Statement;
      readonly otherwise: Statement;
    }
  | {
      readonly kind: 'both';
      readonly body: readonly [Statement, Statement];
      readonly how: How;
    }
  | { readonly kind: 'fetch-add'; readonly target: Name; readonly value: number };

/** Arbitrary statements, given the constructors of fast-check. */
export function statements(check: typeof fc): fc.Arbitrary<Statement> {
  const name = check.constantFrom<Name>('x', 'y');
  const small = check.integer({ min: 0, max: 3 });
  const value: fc.Arbitrary<Value> = check.oneof(
    small.map((number): Value => ({ kind: 'number', value: number })),
    name.map((shared): Value => ({ kind: 'shared', name: shared })),
    check.tuple(name, name).map(([left, right]): Value => ({ kind: 'sum', left, right })),
  );
  return check.letrec<{ statement: Statement }>((tie) => ({
    statement: check.oneof(
      { maxDepth: 2, withCrossShrink: true },
      check.record({ kind: check.constant('set' as const), target: name, value }),
      check.record({ kind: check.constant('increment' as const), target: name }),
      check.record({ kind: check.constant('take' as const), target: name, other: name }),
      check.record({ kind: check.constant('fetch-add' as const), target: name, value: small }),
      check.record({
        kind: check.constant('if' as const),
        left: name,
        value: small,
        then: tie('statement'),
        otherwise: tie('statement'),
      }),
      check.record({
        kind: check.constant('both' as const),
        body: check.tuple(tie('statement'), tie('statement')),
        how: check.constantFrom<How>('locked', 'passed', 'atomic', 'plain'),
      }),
    ),
  })).statement;
}

// ------------------------------------------------------------------------------------------------------------ as text

function valueText(value: Value): string {
  switch (value.kind) {
    case 'number':
      return String(value.value);
    case 'shared':
      return value.name;
    case 'sum':
      return `${value.left} + ${value.right}`;
  }
}

/** A statement as C. Atomic blocks are not nested. */
function statementText(s: Statement, inside = false): string {
  switch (s.kind) {
    case 'set':
      return `${s.target} = ${valueText(s.value)};`;
    case 'increment':
      return `${s.target}++;`;
    case 'take':
      return `${s.other} = ${s.target}++;`;
    case 'fetch-add':
      return `__sync_fetch_and_add(&${s.target}, ${s.value});`;
    case 'if':
      return `if (${s.left} == ${s.value}) { ${statementText(s.then, inside)} } else { ${statementText(s.otherwise, inside)} }`;
    case 'both': {
      const [open, close] = brackets(s.how, inside);
      const body = s.body.map((each) => statementText(each, inside || s.how !== 'plain')).join(' ');
      return `${open}${body}${close}`;
    }
  }
}

function brackets(how: How, inside: boolean): readonly [string, string] {
  if (inside || how === 'plain') return ['', ''];
  if (how === 'passed') return ['take(&m, &other); ', ' release(&m);'];
  return how === 'locked'
    ? ['pthread_mutex_lock(&m); ', ' pthread_mutex_unlock(&m);']
    : ['__VERIFIER_atomic_begin(); ', ' __VERIFIER_atomic_end();'];
}

/** What both kinds of programs begin with. */
const HEAD = `typedef struct { int state; int more[9]; } pthread_mutex_t;
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void reach_error(void);
pthread_mutex_t m, other;
int x, y;
static void take(pthread_mutex_t *lock, pthread_mutex_t *second) {
  pthread_mutex_lock(lock);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
}
static void release(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
`;

/** A program of two equal threads that one place starts; it fails if both variables have the values. */
export function equalThreads(statement: Statement, [x, y]: readonly [number, number]): string {
  return `${HEAD}int threads = 2;
pthread_t t[2];
void *run(void *argument) { ${statementText(statement)} return 0; }
int main(void) {
  for (int i = 0; i < threads; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < threads; i++) pthread_join(t[i], 0);
  if (x == ${x} && y == ${y}) reach_error();
  return 0;
}
`;
}

/** The program; it fails if both variables have the given values at the end. */
export function programText(threads: readonly [Statement, Statement], [x, y]: readonly [number, number]): string {
  return `${HEAD}void *run(void *argument) { ${statementText(threads[0])} return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  ${statementText(threads[1])}
  pthread_join(t, 0);
  if (x == ${x} && y == ${y}) reach_error();
  return 0;
}
`;
}

// ------------------------------------------------------------------------------------------------------------- search

interface State {
  readonly x: number;
  readonly y: number;
  /** The thread that holds the lock, and the one in an atomic block; -1: none. */
  readonly lock: number;
  readonly block: number;
}

/** One indivisible step of a thread, and what it does next. Null: it has to wait. */
type Action = (state: State, thread: number) => { readonly state: State; readonly next: Thread } | null;

/** The object that a step reads or writes. */
interface Access {
  readonly name: Name;
  readonly write: boolean;
  readonly atomic: boolean;
}

/** A thread as the list of what it has still to do. */
type Thread = { readonly key: string; readonly access: Access | null; readonly action: Action } | null;

let keys = 0;

function action(access: Access | null, run: Action): Thread {
  return { key: String(keys++), access, action: run };
}

const remembered = new Map<string, Thread>();

/** Makes each continuation once, so that states can be compared. */
function once(key: string, make: () => Thread): Thread {
  let thread = remembered.get(key);
  if (thread === undefined) {
    thread = make();
    remembered.set(key, thread);
  }
  return thread;
}

function keyOf(thread: Thread): string {
  return thread === null ? 'end' : thread.key;
}

/** The surroundings of a statement: whether it is in any block, and in an atomic one. */
interface Place {
  readonly path: string;
  readonly inside: boolean;
  readonly atomic: boolean;
}

function read(name: Name, { atomic }: Place, then: (value: number) => Thread): Thread {
  return action({ name, write: false, atomic }, (state) => ({ state, next: then(state[name]) }));
}

function write(name: Name, { atomic }: Place, value: number, next: Thread): Thread {
  return action({ name, write: true, atomic }, (state) => ({ state: { ...state, [name]: value }, next }));
}

function evaluated(value: Value, place: Place, then: (value: number) => Thread): Thread {
  const { path } = place;
  const result = (n: number): Thread => once(`${path}=${n}`, () => then(n));
  switch (value.kind) {
    case 'number':
      return result(value.value);
    case 'shared':
      return read(value.name, place, result);
    case 'sum':
      return read(value.left, place, (left) =>
        once(`${path}l${left}`, () => read(value.right, place, (right) => result(left + right))),
      );
  }
}

/** What a thread does for a statement, and then `next`. */
function meaning(s: Statement, place: Place, next: Thread): Thread {
  const { path, inside } = place;
  const below = (step: string, more: Partial<Place> = {}): Place => ({ ...place, ...more, path: path + step });
  switch (s.kind) {
    case 'set':
      return evaluated(s.value, place, (value) => write(s.target, place, value, next));
    case 'increment':
      return read(s.target, place, (old) => once(`${path}${old}`, () => write(s.target, place, old + 1, next)));
    case 'take':
      return read(s.target, place, (old) =>
        once(`${path}${old}`, () => write(s.target, place, old + 1, write(s.other, place, old, next))),
      );
    case 'fetch-add':
      return action({ name: s.target, write: true, atomic: true }, (state) => ({
        state: { ...state, [s.target]: state[s.target] + s.value },
        next,
      }));
    case 'if': {
      const then = meaning(s.then, below('t'), next);
      const otherwise = meaning(s.otherwise, below('o'), next);
      return read(s.left, place, (value) => (value === s.value ? then : otherwise));
    }
    case 'both': {
      const [first, second] = s.body;
      const protects = !inside && s.how !== 'plain';
      const around = { inside: inside || s.how !== 'plain', atomic: place.atomic || (protects && s.how === 'atomic') };
      const end = protects ? action(null, (state) => ({ state: released(state, s.how), next })) : next;
      const body = meaning(first, below('1', around), meaning(second, below('2', around), end));
      if (!protects) return body;
      return action(null, (state, thread) => {
        if (s.how === 'atomic') return { state: { ...state, block: thread }, next: body };
        return state.lock >= 0 ? null : { state: { ...state, lock: thread }, next: body };
      });
    }
  }
}

function released(state: State, how: How): State {
  return how === 'atomic' ? { ...state, block: -1 } : { ...state, lock: -1 };
}

function isRace(a: Access | null, b: Access | null): boolean {
  return a !== null && b !== null && a.name === b.name && (a.write || b.write) && !(a.atomic && b.atomic);
}

/** What the interleavings of two threads may do. */
export interface Outcomes {
  /** Values of the variables when both threads have ended, as `x,y`. */
  readonly results: ReadonlySet<string>;
  /** Whether both threads stand before conflicting accesses at some time. */
  readonly race: boolean;
}

/** All interleavings of two threads. */
export function outcomes(threads: readonly [Statement, Statement]): Outcomes {
  remembered.clear();
  const results = new Set<string>();
  let race = false;
  const seen = new Set<string>();
  const start: State = { x: 0, y: 0, lock: -1, block: -1 };
  const begin = (i: 0 | 1): Thread => meaning(threads[i], { path: `${i}`, inside: false, atomic: false }, null);
  const pending: { state: State; left: readonly [Thread, Thread] }[] = [{ state: start, left: [begin(0), begin(1)] }];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { state, left } = at;
    const key = `${Object.values(state)} ${keyOf(left[0])} ${keyOf(left[1])}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (isRace(left[0]?.access ?? null, left[1]?.access ?? null)) race = true;
    if (left[0] === null && left[1] === null) results.add(`${state.x},${state.y}`);
    for (const [i, thread] of left.entries()) {
      if (thread === null || (state.block >= 0 && state.block !== i)) continue;
      const done = thread.action(state, i);
      if (done !== null)
        pending.push({ state: done.state, left: i === 0 ? [done.next, left[1]] : [left[0], done.next] });
    }
  }
  return { results, race };
}
