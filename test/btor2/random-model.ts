import fc from 'fast-check';

/**
 * What a random model is made of. Numbers that choose something are taken modulo what there is to
 * choose from, so that they all shrink alone.
 */
interface Recipe {
  readonly inputs: readonly number[];
  readonly states: readonly StateRecipe[];
  readonly nodes: readonly NodeRecipe[];
  readonly bads: readonly Condition[];
  readonly constraints: readonly Condition[];
}

interface StateRecipe {
  /** Bits; of an element, if it is an array. */
  readonly width: number;
  /** Bits of the index of an array; 0: a bit-vector. */
  readonly index: number;
  /** `copy`: the initial value of a state before it. */
  readonly init: { readonly kind: 'open' | 'constant' | 'copy' | 'computed'; readonly value: number };
  /** `mixed`: from the value and a node. */
  readonly next: { readonly kind: 'open' | 'keep' | 'node' | 'mixed'; readonly pick: number };
}

interface NodeRecipe {
  readonly operator: number;
  readonly picks: readonly [number, number, number];
  readonly width: number;
}

/** Comparisons that hold together. */
type Condition = readonly Comparison[];

interface Comparison {
  readonly operator: number;
  readonly picks: readonly [number, number];
  /** With which value; null: with another node. */
  readonly constant: number | null;
  /** What is compared is a state. */
  readonly ofState: boolean;
}

const pick = fc.nat({ max: 1000 });

const state: fc.Arbitrary<StateRecipe> = fc.record({
  width: fc.integer({ min: 1, max: 4 }),
  index: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 }) }),
  init: fc.record({
    kind: fc.oneof(
      { weight: 12, arbitrary: fc.constant('constant' as const) },
      { weight: 3, arbitrary: fc.constantFrom('open' as const, 'copy' as const, 'computed' as const) },
    ),
    value: fc.nat({ max: 15 }),
  }),
  next: fc.record({
    kind: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('node' as const, 'mixed' as const) },
      { weight: 1, arbitrary: fc.constantFrom('open' as const, 'keep' as const) },
    ),
    pick,
  }),
});

const node: fc.Arbitrary<NodeRecipe> = fc.record({
  operator: fc.nat({ max: 1000 }),
  picks: fc.tuple(pick, pick, pick),
  width: fc.integer({ min: 1, max: 4 }),
});

const comparison: fc.Arbitrary<Comparison> = fc.record({
  operator: fc.nat({ max: 1000 }),
  picks: fc.tuple(pick, pick),
  constant: fc.option(fc.nat({ max: 15 }), { freq: 4 }),
  ofState: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
});

const condition = (most: number): fc.Arbitrary<Condition> => fc.array(comparison, { minLength: 1, maxLength: most });

/**
 * Texts of random small models: up to 4 states of 1 to 4 bits (now and then a small array), all
 * operators, up to 2 constraints and properties.
 */
export const randomModel: fc.Arbitrary<string> = fc
  .record({
    inputs: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
    states: fc.oneof(
      { weight: 15, arbitrary: fc.array(state, { minLength: 2, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.array(state, { maxLength: 1 }) },
    ),
    nodes: fc.array(node, { minLength: 2, maxLength: 14 }),
    bads: fc.array(condition(3), { minLength: 1, maxLength: 2 }),
    constraints: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(condition(1), { minLength: 1, maxLength: 2 }) },
    ),
  })
  .map((recipe) => new Composer(recipe).text());

const UNARY = ['not', 'inc', 'dec', 'neg'];
const REDUCE = ['redand', 'redor', 'redxor'];
const WORD = [
  'and',
  'nand',
  'nor',
  'or',
  'xnor',
  'xor',
  'rol',
  'ror',
  'sll',
  'sra',
  'srl',
  'add',
  'mul',
  'sdiv',
  'udiv',
];
const WORDS = [...WORD, 'smod', 'srem', 'urem', 'sub', 'add', 'sub'];
const COMPARE = ['sgt', 'ugt', 'sgte', 'ugte', 'slt', 'ult', 'slte', 'ulte', 'eq', 'neq'];
const OVERFLOW = ['saddo', 'uaddo', 'sdivo', 'udivo', 'smulo', 'umulo', 'ssubo', 'usubo'];
const BITS = ['iff', 'implies'];

interface Node {
  readonly id: number;
  readonly width: number;
}

interface ArrayNode {
  readonly id: number;
  readonly index: number;
  readonly width: number;
}

/** Writes a recipe down as BTOR2. */
class Composer {
  readonly #lines: string[] = [];
  readonly #sorts = new Map<string, number>();
  readonly #nodes: Node[] = [];
  readonly #arrays: ArrayNode[] = [];
  /** Ids of those that are bit-vectors. */
  readonly #states = new Set<number>();
  #id = 0;

  constructor(private readonly recipe: Recipe) {}

  text(): string {
    const { inputs, states, nodes, bads, constraints } = this.recipe;
    inputs.forEach((width, i) => {
      this.#define(`input ${this.#bits(width)} in${i}`, width);
    });
    const own = states.map((s, i) => (s.index > 0 ? this.#arrayState(s, i) : this.#wordState(s, i)));
    if (this.#nodes.length === 0) this.#define(`zero ${this.#bits(1)}`, 1);
    for (const n of nodes) this.#node(n);
    states.forEach((s, i) => {
      this.#next(s, own[i]);
    });
    for (const c of constraints) this.#line(`constraint ${this.#condition(c, true)}`);
    bads.forEach((c, i) => {
      this.#line(`bad ${this.#condition(c, false)} b${i}`);
    });
    return `${this.#lines.join('\n')}\n`;
  }

  #wordState({ width, init }: StateRecipe, position: number): Node {
    const sort = this.#bits(width);
    const before = this.#nodes.filter((n) => this.#states.has(n.id));
    const source = before.length > 0 ? before[init.value % before.length] : null;
    let value: number | null = null;
    if (init.kind === 'constant' || (init.kind !== 'open' && source === null))
      value = this.#constant(width, init.value);
    else if (init.kind === 'copy' && source !== null) value = this.#fit(source, width, false);
    else if (init.kind === 'computed' && source !== null) {
      value = this.#line(`add ${sort} ${this.#fit(source, width, true)} ${this.#constant(width, init.value)}`);
    }
    const id = this.#define(`state ${sort} s${position}`, width);
    this.#states.add(id);
    if (value !== null) this.#line(`init ${sort} ${id} ${value}`);
    return { id, width };
  }

  #arrayState({ width, index, init }: StateRecipe, position: number): ArrayNode {
    const sort = this.#array(index, width);
    const value = init.kind === 'open' ? null : this.#constant(width, init.value);
    const id = this.#line(`state ${sort} m${position}`);
    if (value !== null) this.#line(`init ${sort} ${id} ${value}`);
    const array = { id, index, width };
    this.#arrays.push(array);
    return array;
  }

  #next({ next, index }: StateRecipe, own: Node | ArrayNode): void {
    if (next.kind === 'open') return;
    if (index > 0) {
      const same = this.#arrays.filter((a) => a.index === index && a.width === own.width);
      const value = next.kind === 'keep' ? own : same[next.pick % same.length];
      this.#line(`next ${this.#array(index, own.width)} ${own.id} ${value.id}`);
      return;
    }
    const sort = this.#bits(own.width);
    let value = next.kind === 'keep' ? own.id : this.#fit(this.#pickNode(next.pick), own.width, next.pick % 2 === 0);
    if (next.kind === 'mixed')
      value = this.#line(`${['add', 'xor', 'sub', 'or'][next.pick % 4]} ${sort} ${own.id} ${value}`);
    this.#line(`next ${sort} ${own.id} ${value}`);
  }

  #node({ operator, picks, width }: NodeRecipe): void {
    const [a, b, c] = picks;
    const x = this.#pickNode(a);
    const choice = operator % 12;
    const one = this.#bits(1);
    if (choice === 0) this.#define(`${choose(UNARY, operator)} ${this.#bits(x.width)} ${x.id}`, x.width);
    else if (choice === 1) this.#define(`${choose(REDUCE, operator)} ${one} ${x.id}`, 1);
    else if (choice === 2) {
      const y = this.#pickNode(b);
      const total = x.width + y.width;
      if (total <= 8) this.#define(`concat ${this.#bits(total)} ${x.id} ${y.id}`, total);
    } else if (choice === 3) {
      const low = b % x.width;
      const high = low + (c % (x.width - low));
      this.#define(`slice ${this.#bits(high - low + 1)} ${x.id} ${high} ${low}`, high - low + 1);
    } else if (choice === 4) {
      const condition = this.#fit(this.#pickNode(b), 1, false);
      const other = this.#fit(this.#pickNode(c), x.width, true);
      this.#define(`ite ${this.#bits(x.width)} ${b % 2 === 0 ? '-' : ''}${condition} ${x.id} ${other}`, x.width);
    } else if (choice === 5) this.#memory(operator, picks);
    else if (choice <= 7) {
      const names = choice === 6 ? COMPARE : OVERFLOW;
      this.#define(`${choose(names, operator)} ${one} ${x.id} ${this.#fit(this.#pickNode(b), x.width, false)}`, 1);
    } else if (choice === 8) {
      const y = this.#fit(this.#pickNode(b), 1, false);
      this.#define(`${choose(BITS, operator)} ${one} ${this.#fit(x, 1, false)} ${y}`, 1);
    } else {
      const left = this.#fit(x, width, true);
      const right = c % 4 === 0 ? this.#constant(width, b) : this.#fit(this.#pickNode(b), width, false);
      this.#define(`${choose(WORDS, operator)} ${this.#bits(width)} ${left} ${c % 8 === 1 ? '-' : ''}${right}`, width);
    }
  }

  #memory(operator: number, [a, b, c]: NodeRecipe['picks']): void {
    if (this.#arrays.length === 0) return;
    const array = this.#arrays[a % this.#arrays.length];
    const at = this.#fit(this.#pickNode(b), array.index, false);
    if (operator % 5 < 2) this.#define(`read ${this.#bits(array.width)} ${array.id} ${at}`, array.width);
    else if (operator % 5 === 2) {
      const same = this.#arrays.filter((x) => x.index === array.index && x.width === array.width);
      this.#define(`eq ${this.#bits(1)} ${array.id} ${same[c % same.length].id}`, 1);
    } else {
      const value = this.#fit(this.#pickNode(c), array.width, true);
      const id = this.#line(`write ${this.#array(array.index, array.width)} ${array.id} ${at} ${value}`);
      this.#arrays.push({ ...array, id });
    }
  }

  /** `usual`: holds rather often. */
  #condition(comparisons: Condition, usual: boolean): number {
    const [first, ...others] = comparisons.map((c) => this.#comparison(c, usual));
    return others.reduce((both, other) => this.#line(`and ${this.#bits(1)} ${both} ${other}`), first);
  }

  #comparison({ operator, picks, constant, ofState }: Comparison, usual: boolean): number {
    const states = this.#nodes.filter((n) => this.#states.has(n.id));
    const x = ofState && states.length > 0 ? states[picks[0] % states.length] : this.#pickNode(picks[0]);
    const y =
      constant === null ? this.#fit(this.#pickNode(picks[1]), x.width, false) : this.#constant(x.width, constant);
    const name = usual
      ? choose(['neq', 'ugte', 'ulte', 'neq'], operator)
      : choose(['eq', 'eq', 'eq', 'eq', 'ugt', 'slt'], operator);
    return this.#line(`${name} ${this.#bits(1)} ${x.id} ${y}`);
  }

  #pickNode(at: number): Node {
    return this.#nodes[this.#nodes.length - 1 - (at % this.#nodes.length)];
  }

  /** The node with another width: its low bits, or extended. */
  #fit({ id, width }: Node, wanted: number, signed: boolean): number {
    if (width === wanted) return id;
    const sort = this.#bits(wanted);
    if (width > wanted) return this.#line(`slice ${sort} ${id} ${wanted - 1} 0`);
    return this.#line(`${signed ? 'sext' : 'uext'} ${sort} ${id} ${wanted - width}`);
  }

  #constant(width: number, value: number): number {
    const sort = this.#bits(width);
    const fitted = value % 2 ** width;
    if (value % 3 === 0) return this.#line(`const ${sort} ${fitted.toString(2).padStart(width, '0')}`);
    return this.#line(value % 3 === 1 ? `constd ${sort} ${fitted}` : `consth ${sort} ${fitted.toString(16)}`);
  }

  #bits(width: number): number {
    return this.#sort(`bitvec ${width}`);
  }

  #array(index: number, width: number): number {
    return this.#sort(`array ${this.#bits(index)} ${this.#bits(width)}`);
  }

  #sort(text: string): number {
    let id = this.#sorts.get(text);
    if (id === undefined) {
      id = this.#line(`sort ${text}`);
      this.#sorts.set(text, id);
    }
    return id;
  }

  #define(text: string, width: number): number {
    const id = this.#line(text);
    this.#nodes.push({ id, width });
    return id;
  }

  #line(text: string): number {
    this.#id += 1;
    this.#lines.push(`${this.#id} ${text}`);
    return this.#id;
  }
}

function choose(names: readonly string[], at: number): string {
  return names[Math.floor(at / 12) % names.length];
}
