import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { conjuncts, freeVariables, postorder } from '../../../logic/terms/traverse.ts';
import type { StateOrigin } from '../system.ts';
import { type CCondition, type CText, type CValue, cValue, Level, Unprintable } from './c-values.ts';
import { type Clause, type Clauses, clausesOf } from './clauses.ts';
import type { StateDescription } from './description-text.ts';
import { type CNames, conditionText, variableText } from './format-c.ts';
import { type PseudoNames, pseudoC } from './pseudo-c.ts';
import { joined, setText, type ValueNames } from './set-text.ts';
import { Solutions } from './solutions.ts';
import { allValues, complementOf, equalSets, meetSets, type ValueSet } from './value-set.ts';

/** Limit of evaluations of single terms while the formulas of one place are simplified. */
const MOST_WORK = 200_000;

/** One conjunct for people. */
export interface StateLine {
  readonly text: string;
  /** The same as a C expression without undefined behaviour where all other such lines hold; null: none. */
  readonly expression: CText | null;
}

/** The names of variables at the place of a formula. */
export interface PlaceNames extends PseudoNames {
  /** The C object of a variable whose name can be used there, or null. */
  readonly origin: (variable: Term) => StateOrigin | null;
  readonly valueNames: (variable: Term) => ValueNames | undefined;
  /** Words for the values of a variable; null: it is a number. */
  readonly description: (variable: Term) => StateDescription | null;
}

/**
 * Conjuncts as lines: ranges of variables first, then relations, without those that others imply. The
 * lines together mean the same as the formulas. `known` are further formulas that hold there. Lines
 * that rest on their ranges are preceded by these.
 */
export function stateLines(
  store: TermStore,
  formulas: readonly Term[],
  names: PlaceNames,
  known: readonly Term[] = [],
): readonly StateLine[] {
  const solutions = new Solutions(store, MOST_WORK);
  const domains = domainsOf(store, [...formulas, ...known], names);
  const own = clausesOf(store, formulas, solutions, domains);
  const plain = new Writer(store, own, names, solutions).lines(own.ranges.keys());
  if (own.clauses.length === 0 || known.length === 0) return plain;
  const { ranges } = clausesOf(store, known, solutions, domains);
  const closer = clausesOf(store, formulas, solutions, ranges);
  const used = new Set([
    ...own.ranges.keys(),
    ...[...own.clauses, ...closer.clauses].flatMap((clause) => variablesOf(store, clause)),
  ]);
  const shown = new Set([...closer.ranges.keys()].filter((variable) => used.has(variable)));
  const simpler = new Writer(store, closer, names, solutions).lines(shown);
  return cost(simpler) < cost(plain) ? simpler : plain;
}

/** The sets of the values that variables with a description take. */
function domainsOf(
  store: TermStore,
  formulas: readonly Term[],
  { description }: PlaceNames,
): ReadonlyMap<Term, ValueSet> {
  return new Map(
    freeVariables(store, formulas).flatMap((variable): readonly [Term, ValueSet][] => {
      const domain = description(variable)?.domain() ?? null;
      return domain === null ? [] : [[variable, domain]];
    }),
  );
}

/** Lines joined to one C expression; null if no line is one. */
export function expressionOf(lines: readonly StateLine[]): string | null {
  const parts = lines.flatMap(({ expression }) => expression ?? []);
  return parts.length === 0 ? null : joined(parts, '&&', Level.and).text;
}

/** Length of the relations: ranges are easily read. */
function cost(lines: readonly StateLine[]): number {
  return lines.reduce((sum, { text }) => sum + (/\(unsigned|0x/.test(text) ? 3 : 1) * text.length, 0);
}

function variablesOf(store: TermStore, { sets, rest }: Clause): readonly Term[] {
  return [...sets.keys(), ...freeVariables(store, rest)];
}

class Writer {
  constructor(
    private readonly store: TermStore,
    private readonly clauses: Clauses,
    private readonly names: PlaceNames,
    private readonly solutions: Solutions,
  ) {}

  lines(shown: Iterable<Term>): readonly StateLine[] {
    const wanted = new Set(shown);
    const lines: StateLine[] = [];
    for (const [variable, set] of this.clauses.ranges) {
      const all = allValues(set.width);
      if (wanted.has(variable) && !equalSets(set, all)) lines.push(this.#line([this.#member(variable, set, all)]));
    }
    for (const clause of this.clauses.clauses) lines.push(this.#clauseLine(clause));
    const seen = new Set<string>();
    // Words may say nothing about a set that has some value of each sentence.
    return lines.filter(({ text }) => text !== '1' && !seen.has(text) && seen.add(text));
  }

  /** A disjunction; its conditions on single variables come first, as the others may rest on them. */
  #clauseLine({ sets, rest }: Clause): StateLine {
    const { ranges } = this.clauses;
    const range = (variable: Term): ValueSet | null => {
      const [known, set] = [ranges.get(variable) ?? null, sets.get(variable)];
      if (set === undefined) return known;
      return known === null ? complementOf(set) : meetSets(known, complementOf(set));
    };
    return this.#line([
      ...[...sets].map(([variable, set]) => this.#member(variable, set, ranges.get(variable) ?? allValues(set.width))),
      ...rest.map((term) => this.#term(term, range)),
    ]);
  }

  #line(parts: readonly Alternative[]): StateLine {
    if (parts.length === 0) return { text: '0', expression: { text: '0', level: Level.atom, kind: 'int' } };
    const text = joined(
      parts.map(({ people }) => people),
      '||',
      Level.or,
    ).text;
    const c = parts.flatMap((part) => part.c ?? []);
    return { text, expression: c.length < parts.length ? null : joined(c, '||', Level.or) };
  }

  #member(variable: Term, set: ValueSet, range: ValueSet): Alternative {
    const c = this.#value(variable);
    const people = this.#told(variable, c, set, range).holds;
    return { people, c: c === null ? null : people };
  }

  /** That a variable is in a set, and its negation. `c`: the variable in C; null: only people read the text. */
  #told(variable: Term, c: CValue | null, set: ValueSet, range: ValueSet): CCondition {
    const said = c === null ? (this.names.description(variable)?.text(meetSets(set, range)) ?? null) : null;
    if (said !== null) return { holds: sentence(said.holds), fails: sentence(said.fails) };
    const signed = this.names.isSigned(variable);
    const name: CText = { text: this.names.name(variable), level: Level.atom, kind: signed ? 'int' : 'uint' };
    const value = c ?? cValue(signed ? 'signed' : 'unsigned', set.width, name);
    const names = this.names.valueNames(variable);
    return { holds: setText(value, set, range, names), fails: setText(value, complementOf(set), range, names) };
  }

  #value(variable: Term): CValue | null {
    return orNull(() =>
      variableText(
        this.store,
        variable,
        this.#c(() => null),
      ),
    );
  }

  #term(term: Term, range: (variable: Term) => ValueSet | null): Alternative {
    const grouped = byVariable(this.store, term, this.solutions);
    const c = orNull(() =>
      conditionText(this.store, grouped, { ...this.#c(range), member: (t) => this.#condition(t, range) }),
    );
    const people = c ?? {
      text: pseudoC(this.store, grouped, { ...this.names, member: (t) => this.#condition(t, range, true) }),
      level: pseudoLevel(this.store, term),
      kind: 'int',
    };
    return { people, c };
  }

  /** A condition on one variable, as its values; null for others. `forPeople`: also those that are no C. */
  #condition(t: Term, range: (variable: Term) => ValueSet | null, forPeople = false): CCondition | null {
    const variable = this.solutions.variableOf(t);
    const value = variable === null ? null : this.#value(variable);
    if (variable === null || (value === null && !forPeople)) return null;
    const within = range(variable) ?? allValues(this.store.width(variable));
    const set = this.solutions.within(t, variable, within);
    return set === null ? null : this.#told(variable, value, set, within);
  }

  #c(range: (variable: Term) => ValueSet | null): CNames {
    return { origin: this.names.origin, elements: false, range };
  }
}

/** One condition of a disjunction, for people and as C. */
interface Alternative {
  readonly people: CText;
  readonly c: CText | null;
}

/** A sentence among C: it stands in parentheses if it has several parts. */
function sentence(text: string): CText {
  const level = /^[01]$/.test(text) ? Level.atom : / (and|or) /.test(text) ? 0 : Level.compare;
  return { text, level, kind: 'int' };
}

function pseudoLevel(store: TermStore, term: Term): number {
  return store.op(term) === Op.AND || store.op(term) === Op.ITE ? 0 : Level.compare;
}

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof Unprintable) return null;
    throw error;
  }
}

/**
 * Returns an equal condition. In each of its conjunctions, conjuncts over the same variable stand
 * together, so that they can be written as one range.
 */
function byVariable(store: TermStore, root: Term, solutions: Solutions): Term {
  const known = new Map<Term, Term>();
  const now = (t: Term): Term => known.get(t) ?? t;
  const conditions = conditionsBelow(store, root);
  // A conjunction in a conjunction is a part of it.
  const inner = new Set(
    conditions.filter((t) => store.op(t) === Op.AND).flatMap((t) => [store.arg(t, 0), store.arg(t, 1)]),
  );
  for (const t of conditions) {
    if (store.op(t) === Op.NOT) known.set(t, store.not(now(store.arg(t, 0))));
    else if (!inner.has(t)) known.set(t, grouped(store, conjuncts(store, t).map(now), solutions));
  }
  return now(root);
}

/** Returns the negations and conjunctions of a condition, arguments first. */
function conditionsBelow(store: TermStore, root: Term): readonly Term[] {
  return postorder(store, [root]).filter((t) => store.op(t) === Op.NOT || store.op(t) === Op.AND);
}

function grouped(store: TermStore, parts: readonly Term[], solutions: Solutions): Term {
  const byVariable = new Map<Term, Term>();
  const rest: Term[] = [];
  for (const part of parts) {
    const variable = solutions.variableOf(part);
    if (variable === null) rest.push(part);
    else byVariable.set(variable, store.and(byVariable.get(variable) ?? store.true, part));
  }
  return store.andAll([...byVariable.values(), ...rest]);
}
