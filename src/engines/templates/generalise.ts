import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables, postorder } from '../../logic/terms/traverse.ts';
import { programTerms } from '../../system/transys/program-terms.ts';
import type { TransitionSystem } from '../../system/transys/system.ts';
import { indexWidth } from './bound-terms.ts';
import { type PeeledIndex, peeledIndex, readsInBounds } from './index-terms.ts';

/** Most choices in the value of one write that are used. */
const MOST_CHOICES = 12;

/** Conditions of the program about an index term, with the bound index in its place. */
export interface Generalised {
  /**
   * Properties of an element over the state and the bound index: values that were written, conditions
   * that are tested, and conditions that set variables record.
   */
  readonly properties: readonly Term[];
  /** Equations of the program about the index alone. */
  readonly guards: readonly Term[];
  /** Index terms of the program over the state, without constants added to them, before they are cut. */
  readonly counters: readonly Term[];
  /** Terms that counters are compared with, as indices below which these stay. */
  readonly limits: readonly Term[];
  /** Counters that a step decreases, plus one: the elements from there on were passed. */
  readonly falling: readonly Term[];
}

/**
 * Transfers the program's conditions on elements at its own index terms to the bound index: `a[i] =
 * f(i)` becomes `a[c] = f(c)`, `a[i] < b[i + 1]` becomes `a[c] < b[c + 1]`. An index term is a state
 * variable, possibly extended or cut, plus a constant.
 */
export function generalise(system: TransitionSystem, index: Term): Generalised {
  return new Generaliser(system, index).run();
}

class Generaliser {
  readonly #system: TransitionSystem;
  readonly #index: Term;
  readonly #state: ReadonlySet<Term>;
  readonly #order: readonly Term[];
  /** Replaces the choice of any value, as for a read out of bounds, by the element. */
  readonly #inBounds: Substitution;

  constructor(system: TransitionSystem, index: Term) {
    const { terms, stateVars, pc } = system;
    this.#system = system;
    this.#index = index;
    this.#state = new Set(stateVars.flatMap((v, i) => (i === pc ? [] : [v.term])));
    this.#order = postorder(terms, programTerms(system));
    this.#inBounds = readsInBounds(system);
  }

  run(): Generalised {
    const { terms } = this.#system;
    const properties = new Set<Term>();
    const guards = new Set<Term>();
    const counters = new Set<Term>();
    const limits = new Set<Term>();
    const variables = new Map<Term, Substitution>();
    const writes = this.#writes();
    const atoms = this.#atoms();
    const accessed = [
      ...writes.map(({ index }) => index),
      ...[...atoms, ...programTerms(this.#system)].flatMap((t) => this.#indicesIn(t)),
    ];
    for (const t of new Set(accessed)) {
      const peeled = this.#peeled(t);
      if (peeled === null) {
        if (this.#isClosed(t) && !this.#reads(t)) counters.add(t);
        continue;
      }
      counters.add(peeled.uncut);
      variables.set(peeled.variable, peeled.over);
    }
    for (const { array, index, value } of writes) {
      const over = this.#peeled(index)?.over;
      if (over === undefined) continue;
      const element = terms.select(array, this.#index);
      for (const choice of this.#choices(this.#written(value, terms.select(array, index)))) {
        const said = over.apply(choice);
        // An equation between an element and a term of its own old value is useless.
        if (this.#isClosed(said) && !postorder(terms, [said]).includes(element))
          properties.add(terms.eq(element, said));
      }
    }
    for (const error of this.#errors()) {
      for (const over of this.#oversIn(error)) properties.add(terms.not(over.apply(error)));
    }
    // A value that is drawn and written in one step is the element from then on.
    const inputs = new Set(this.#system.inputs.map(({ term }) => term));
    const drawn = writes.flatMap(({ array, index, value }) =>
      this.#choices(value).flatMap((choice): [Term, Term][] =>
        inputs.has(choice) ? [[choice, terms.select(array, index)]] : [],
      ),
    );
    const asElements = new Substitution(terms, drawn);
    for (const { shows, when: set } of settings(this.#system, this.#inBounds)) {
      const when = asElements.apply(set);
      if (!this.#isClosed(when)) continue;
      for (const over of this.#oversIn(when)) {
        const never = terms.not(over.apply(when));
        for (const t of [terms.or(shows, never), never]) properties.add(t);
      }
    }
    for (const atom of atoms) {
      if (this.#indicesIn(atom).length > 0) {
        for (const over of this.#oversIn(atom)) {
          const said = over.apply(atom);
          for (const t of [said, terms.not(said)]) properties.add(t);
        }
        continue;
      }
      const about = freeVariables(terms, [atom]).find((v) => variables.has(v));
      if (about === undefined) continue;
      if (terms.op(atom) === Op.EQ) {
        const said = variables.get(about)?.apply(atom) ?? terms.true;
        for (const t of [said, terms.not(said)]) guards.add(t);
      } else for (const limit of this.#limit(atom, about)) limits.add(limit);
    }
    const proper = (found: ReadonlySet<Term>): Term[] => [...found].filter((t) => !terms.isConst(t));
    const falls = this.#fallingVariables();
    const falling = [...counters]
      .filter((counter) => freeVariables(terms, [counter]).some((v) => falls.has(v)))
      .map((counter) => terms.add(counter, terms.bv(terms.width(counter), 1)));
    return {
      properties: proper(properties),
      guards: proper(guards),
      counters: [...counters],
      limits: [...limits],
      falling,
    };
  }

  /** The state variables from which a step subtracts a constant. */
  #fallingVariables(): ReadonlySet<Term> {
    const { terms, stateVars, blocks } = this.#system;
    const found = new Set<Term>();
    stateVars.forEach(({ term: variable }, v) => {
      if (terms.sort(variable).kind !== 'bv') return;
      for (const t of postorder(
        terms,
        blocks.map(({ next }) => next[v]),
      )) {
        if (terms.op(t) !== Op.ADD) continue;
        const [x, y] = [terms.arg(t, 0), terms.arg(t, 1)];
        const [constant, rest] = terms.isBv(x) ? [x, y] : [y, x];
        const width = terms.width(t);
        if (!terms.isBv(constant) || BigInt.asIntN(width, terms.constValue(constant)) >= 0n) continue;
        if (freeVariables(terms, [rest]).includes(variable)) found.add(variable);
      }
    });
    return found;
  }

  /** All writes to arrays that are state variables, over state variables and inputs. */
  #writes(): { readonly array: Term; readonly index: Term; readonly value: Term }[] {
    const { terms, stateVars, blocks } = this.#system;
    const found = new Map<string, { array: Term; index: Term; value: Term }>();
    stateVars.forEach(({ term: array }, v) => {
      if (indexWidth(terms, array) !== terms.width(this.#index)) return;
      const seen = new Set<Term>();
      const stack = blocks.map((block) => block.next[v]);
      for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
        if (seen.has(t)) continue;
        seen.add(t);
        if (terms.op(t) === Op.STORE) {
          const [index, value] = [terms.arg(t, 1), terms.arg(t, 2)];
          found.set(`${array} ${index} ${value}`, { array, index, value });
          stack.push(terms.arg(t, 0));
        } else if (terms.op(t) === Op.ITE) stack.push(terms.arg(t, 1), terms.arg(t, 2));
      }
    });
    return [...found.values()];
  }

  /** The written value, without choices of the value that it replaces, and with reads in bounds. */
  #written(value: Term, replaced: Term): Term {
    const { terms } = this.#system;
    const read = this.#inBounds.apply(value);
    const kept = postorder(terms, [read]).flatMap((t): [Term, Term][] => {
      if (terms.op(t) !== Op.ITE) return [];
      const [x, y] = [terms.arg(t, 1), terms.arg(t, 2)];
      return y === replaced ? [[t, x]] : x === replaced ? [[t, y]] : [];
    });
    return new Substitution(terms, kept).apply(read);
  }

  /** A value and the branches of choices in it. */
  #choices(value: Term): Term[] {
    const { terms } = this.#system;
    const found: Term[] = [];
    const stack = [value];
    for (let t = stack.pop(); t !== undefined && found.length < MOST_CHOICES; t = stack.pop()) {
      if (found.includes(t)) continue;
      found.push(t);
      if (terms.op(t) === Op.ITE) stack.push(terms.arg(t, 1), terms.arg(t, 2));
    }
    return found;
  }

  /** The program's atoms over the state, with reads in bounds. */
  #atoms(): Term[] {
    const { terms } = this.#system;
    const found = new Set<Term>();
    for (const t of this.#order) {
      const op = terms.op(t);
      if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) continue;
      if (terms.sort(terms.arg(t, 0)).kind !== 'bv') continue;
      const said = this.#inBounds.apply(t);
      const atom = terms.op(said) === Op.NOT ? terms.arg(said, 0) : said;
      if (!terms.isConst(atom) && this.#isClosed(atom)) found.add(atom);
    }
    return [...found];
  }

  /** The conditions of errors, with reads in bounds: all that is asserted about an element at once. */
  #errors(): Term[] {
    const found = this.#system.blocks.map((block) => this.#inBounds.apply(block.bad));
    return found.filter((t) => !this.#system.terms.isConst(t) && this.#isClosed(t));
  }

  #indicesIn(atom: Term): Term[] {
    const { terms } = this.#system;
    const width = terms.width(this.#index);
    return postorder(terms, [atom]).flatMap((t) =>
      terms.op(t) === Op.SELECT && indexWidth(terms, terms.arg(t, 0)) === width ? [terms.arg(t, 1)] : [],
    );
  }

  /** The replacements of the variables in a formula's indices, one for each: `a[i] <= a[m]` speaks of i and of m. */
  #oversIn(formula: Term): readonly Substitution[] {
    const found = new Map<Term, Substitution>();
    for (const peeled of this.#indicesIn(formula).map((t) => this.#peeled(t)))
      if (peeled !== null && !found.has(peeled.variable)) found.set(peeled.variable, peeled.over);
    return [...found.values()];
  }

  #peeled(index: Term): PeeledIndex | null {
    return peeledIndex(this.#system.terms, this.#state, index, this.#index);
  }

  /** Upper limits of the variable where the atom holds, or where it does not. */
  #limit(atom: Term, variable: Term): Term[] {
    const { terms } = this.#system;
    if (terms.op(atom) === Op.EQ) return [];
    const [x, y] = [terms.arg(atom, 0), terms.arg(atom, 1)];
    const isAbout = (t: Term): boolean => freeVariables(terms, [t]).includes(variable);
    if (isAbout(x) === isAbout(y) || this.#reads(x) || this.#reads(y)) return [];
    // The atom i < y gives y, and the negation of x < i gives x + 1.
    return isAbout(x) ? [y] : [terms.add(x, terms.bv(terms.width(x), 1))];
  }

  #isClosed(t: Term): boolean {
    return freeVariables(this.#system.terms, [t]).every((v) => this.#state.has(v) || v === this.#index);
  }

  #reads(t: Term): boolean {
    const { terms } = this.#system;
    return postorder(terms, [t]).some((u) => terms.op(u) === Op.SELECT);
  }
}

/** Most terms that are visited on the paths to the constants of one variable. */
const MOST_STEPS = 64;

/** An assignment to a state variable under a condition: `if (a[i] != b[i]) same = 0`, `if (a[i] == 7) count++`. */
interface Setting {
  /** The variable afterwards: it has the constant, or a counter is no longer zero. */
  readonly shows: Term;
  /** The conjunction of all conditions on the path, over state variables and inputs. */
  readonly when: Term;
}

/** The assignments of constants to state variables in all blocks, and additions; `read` rewrites the conditions. */
function settings({ terms, stateVars, blocks, pc }: TransitionSystem, read: Substitution): Setting[] {
  return stateVars.flatMap(({ term: flag }, v) => {
    if (v === pc || terms.sort(flag).kind !== 'bv') return [];
    const width = terms.width(flag);
    const found: Setting[] = [];
    const stack = blocks.map((block): [Term, Term] => [block.next[v], terms.true]);
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const [t, when] = stack.pop() ?? [];
      if (t === undefined || when === undefined) break;
      const op = terms.op(t);
      if (op === Op.BV_CONST) {
        const value = terms.bv(width, BigInt.asUintN(width, terms.constValue(t)));
        if (when !== terms.true) found.push({ shows: terms.eq(flag, value), when });
      } else if (op === Op.ADD && [terms.arg(t, 0), terms.arg(t, 1)].includes(flag)) {
        if (when !== terms.true) found.push({ shows: terms.not(terms.eq(flag, terms.bv(width, 0))), when });
      } else if (op === Op.ZEXT || (op === Op.EXTRACT && terms.low(t) === 0)) stack.push([terms.arg(t, 0), when]);
      else if (op === Op.ITE) {
        const condition = read.apply(terms.arg(t, 0));
        stack.push(
          [terms.arg(t, 1), terms.and(when, condition)],
          [terms.arg(t, 2), terms.and(when, terms.not(condition))],
        );
      }
    }
    return found;
  });
}
