import type { Term } from '../../smt/builder.ts';
import type { HornAtom, HornClause, HornProblem, HornTerm } from '../../smt/horn.ts';
import { Substitution } from '../../smt/substitute.ts';
import { possibleCutPoints } from '../../transys/pcs.ts';
import type { Block, TransitionSystem } from '../../transys/system.ts';
import { type Arithmetic, IntegerReading } from './reading.ts';
import type { Views } from './views.ts';

/** A system as Horn clauses over the integers: a relation for each block, over `args`. */
export interface SystemClauses {
  readonly problem: HornProblem;
  /** State variables that the relations speak of: all Booleans and bit-vectors but the program counter. */
  readonly args: readonly Term[];
}

/**
 * Reads the system over the integers: one clause for each start, for each step from a block to a block, and for each block's errors (gaps among them).
 * `facts`: what is known to hold in every reachable state; the clauses assume it.
 */
export function systemClauses(
  system: TransitionSystem,
  views: Views,
  arithmetic: Arithmetic,
  facts: readonly Term[],
): SystemClauses {
  const { terms, stateVars, init, initConstraint, blocks, pc } = system;
  const readable = stateVars.flatMap(({ term }, i) => (i !== pc && isReadable(system, term) ? [i] : []));
  const args = readable.map((i) => stateVars[i].term);
  const sorts = args.map((t) => (terms.sort(t).kind === 'bool' ? 'bool' : 'int'));
  const clauses: HornClause[] = [];

  const atom = (reading: IntegerReading, relation: number, values: readonly Term[]): HornAtom => ({
    relation,
    args: readable.map((i) => reading.value(values[i], isSigned(system, views, stateVars[i].term))),
  });
  const add = (reading: IntegerReading, from: number | null, body: readonly HornTerm[], to: HornAtom | null): void => {
    const here = args.map((_, index): HornTerm => ({ kind: 'variable', index }));
    clauses.push({
      variables: reading.variables,
      from: from === null ? null : { relation: from, args: here },
      body: { kind: 'and', of: [...body, ...reading.constraints] },
      to,
    });
  };
  /** The ways to the blocks that a program counter may be at. */
  const ways = (counter: Term | null, allowed: Iterable<number>): (readonly [to: number, condition: Term])[] =>
    counter === null
      ? [[0, terms.true]]
      : possibleCutPoints(terms, counter, allowed).map((to) => [to, terms.eq(counter, terms.bv(terms.width(counter), to))]);

  const start = new IntegerReading(terms, views, arithmetic, []);
  for (const [to, condition] of ways(pc === null ? null : init[pc], blocks.keys())) {
    const target = atom(start, to, init);
    add(start, null, [start.truth(initConstraint), start.truth(condition)], target);
  }
  for (const block of blocks) {
    const here = atBlock(system, block);
    const reading = new IntegerReading(terms, views, arithmetic, args);
    const known = facts.map((fact) => here.apply(fact)).filter((fact) => fact !== terms.true);
    const given = known.map((fact) => reading.truth(fact));
    const feasible = here.apply(block.feasible);
    const next = block.next.map((t) => here.apply(t));
    if (feasible !== terms.false) {
      for (const [to, condition] of ways(pc === null ? null : next[pc], block.successors)) {
        const target = atom(reading, to, next);
        add(reading, block.id, [...given, reading.truth(feasible), reading.truth(condition)], target);
      }
    }
    const bad = here.apply(terms.or(block.bad, block.gap));
    if (bad !== terms.false) add(reading, block.id, [...given, reading.truth(bad)], null);
  }
  return { problem: { relations: blocks.map(() => sorts), clauses }, args };
}

function atBlock({ terms, stateVars, pc }: TransitionSystem, block: Block): Substitution {
  if (pc === null) return new Substitution(terms);
  const counter = stateVars[pc].term;
  return new Substitution(terms, [[counter, terms.bv(terms.width(counter), block.id)]]);
}

function isReadable({ terms }: TransitionSystem, t: Term): boolean {
  const { kind } = terms.sort(t);
  return kind === 'bool' || kind === 'bv';
}

function isSigned({ terms }: TransitionSystem, views: Views, t: Term): boolean {
  return terms.sort(t).kind === 'bv' && views.signed(t);
}
