import { FUNCTIONS, INITIAL, type OrderProgram, type State, type Tree } from './program.ts';

/** The end of a run whose behaviour is undefined. */
export const UNDEFINED = 'undefined';

/** A part of an evaluation, which stops before each access or call. Its objects are read and written outside of calls. */
type Part = Generator<void, Value>;

interface Value {
  readonly value: number;
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

class Undefined extends Error {}

/** Most runs of one expression. */
const MOST_RUNS = 500;

/**
 * The ends of a program in all orders that C allows, evaluation by evaluation: operands interleave, the bodies of
 * functions do not (C11 6.5.2.2p10). Null: there are too many orders.
 */
export function outcomesOf({ tree, asTruth }: OrderProgram): ReadonlySet<string> | null {
  const found = new Set<string>();
  const left: number[][] = [[]];
  for (let runs = 0; left.length > 0; runs++) {
    if (runs === MOST_RUNS) return null;
    const given = left.pop()!;
    const taken: number[] = [];
    const pick = (count: number): number => {
      const next = given[taken.length] ?? 0;
      if (taken.length >= given.length) for (let other = 1; other < count; other++) left.push([...taken, other]);
      taken.push(next);
      return next;
    };
    found.add(new Run(pick).end(tree, asTruth));
  }
  return found;
}

class Run {
  readonly #state: State = { ...INITIAL };

  constructor(private readonly pick: (count: number) => number) {}

  end(tree: Tree, asTruth: boolean): string {
    try {
      const all = this.#scoped((stores) => this.#part(tree, stores));
      let step = all.next();
      while (step.done !== true) step = all.next();
      const { value } = step.value;
      const { g0, g1, 'a[0]': first, 'a[1]': second } = this.#state;
      return [asTruth ? Number(value !== 0) : value, g0, g1, first, second].join(' ');
    } catch (error) {
      if (error instanceof Undefined) return UNDEFINED;
      throw error;
    }
  }

  /** Evaluates a part up to a sequence point, which all stores in it precede. */
  *#scoped(make: (stores: Part[]) => Part): Part {
    const stores: Part[] = [];
    const main = make(stores);
    let result: Value | null = null;
    const live: Part[] = [main];
    const known = new Set<Part>();
    let isStarted = false;
    for (;;) {
      for (const store of stores)
        if (!known.has(store)) {
          known.add(store);
          live.push(store);
        }
      if (live.length === 0) return result!;
      if (isStarted) yield;
      isStarted = true;
      const index = this.pick(live.length);
      const step = live[index].next();
      if (step.done === true) {
        if (live[index] === main) result = step.value;
        live.splice(index, 1);
      }
    }
  }

  /** Evaluates parts in any order, step by step. */
  *#unsequenced(parts: readonly Part[]): Generator<void, readonly Value[]> {
    const results: Value[] = [];
    // A part does nothing before its first stop.
    const live = parts.map((part, i) => ({ part, i })).filter(({ part, i }) => this.#advance(part, i, results));
    while (live.length > 0) {
      yield;
      const index = this.pick(live.length);
      const { part, i } = live[index];
      if (!this.#advance(part, i, results)) live.splice(index, 1);
    }
    for (const [i, own] of results.entries())
      for (const [j, other] of results.entries())
        if (i !== j && [...own.writes].some((name) => other.reads.has(name) || other.writes.has(name)))
          throw new Undefined();
    return results;
  }

  #advance(part: Part, index: number, results: Value[]): boolean {
    const step = part.next();
    if (step.done === true) results[index] = step.value;
    return step.done !== true;
  }

  *#part(tree: Tree, stores: Part[]): Part {
    switch (tree.kind) {
      case 'constant':
        return { value: tree.value, reads: NONE, writes: NONE };
      case 'read':
        yield;
        return { value: this.#state[tree.of], reads: new Set([tree.of]), writes: NONE };
      case 'element': {
        const index = yield* this.#part(tree.index, stores);
        const name = `a[${index.value & 1}]`;
        yield;
        return { ...index, value: this.#state[name], reads: new Set([...index.reads, name]) };
      }
      case 'binary': {
        const [left, right] = yield* this.#unsequenced([this.#part(tree.left, stores), this.#part(tree.right, stores)]);
        return { ...together([left, right]), value: computed(tree.operator, left.value, right.value) };
      }
      case 'conditional': {
        const condition = yield* this.#scoped((own) => this.#part(tree.condition, own));
        const chosen = yield* this.#part(condition.value === 0 ? tree.otherwise : tree.then, stores);
        return { ...together([condition, chosen]), value: chosen.value };
      }
      case 'sequence': {
        const left = yield* this.#scoped((own) => this.#part(tree.left, own));
        if (tree.operator === '&&' && left.value === 0) return left;
        const right = yield* this.#part(tree.right, stores);
        return { ...together([left, right]), value: tree.operator === ',' ? right.value : Number(right.value !== 0) };
      }
      case 'increment': {
        yield;
        const value = this.#state[tree.of];
        this.#state[tree.of] = value + 1;
        return { value, reads: new Set([tree.of]), writes: new Set([tree.of]) };
      }
      case 'assign': {
        const { to, operator } = tree;
        const right = yield* this.#part(tree.value, stores);
        if (right.writes.has(to)) throw new Undefined();
        const writes = new Set([...right.writes, to]);
        if (operator === '=') {
          stores.push(this.#store(to, right.value));
          return { ...right, writes };
        }
        yield;
        const value = (this.#state[to] = wrapped(this.#state[to] + right.value));
        return { value, reads: new Set([...right.reads, to]), writes };
      }
      case 'call': {
        const all = yield* this.#scoped((own) =>
          this.#list(tree.arguments.map((argument) => this.#part(argument, own))),
        );
        yield;
        const value = FUNCTIONS[tree.name].run(this.#state, this.#lists.get(all) ?? [], tree.address ?? '');
        return { ...all, value: wrapped(value) };
      }
    }
  }

  /** The values of arguments, by what they are together. */
  readonly #lists = new Map<Value, readonly number[]>();

  *#list(parts: readonly Part[]): Part {
    const values = yield* this.#unsequenced(parts);
    const all = together(values);
    this.#lists.set(
      all,
      values.map(({ value }) => value),
    );
    return all;
  }

  *#store(to: string, value: number): Part {
    yield;
    this.#state[to] = value;
    return { value, reads: NONE, writes: NONE };
  }
}

const NONE: ReadonlySet<string> = new Set();

function together(values: readonly Value[]): Value {
  const reads = new Set(values.flatMap((value) => [...value.reads]));
  return { value: 0, reads, writes: new Set(values.flatMap((value) => [...value.writes])) };
}

function computed(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return wrapped(left + right);
    case '-':
      return wrapped(left - right);
    case '*':
      return Math.imul(left, right);
    case '<':
      return Number(left < right);
    default:
      return Number(left === right);
  }
}

function wrapped(value: number): number {
  return value | 0;
}
