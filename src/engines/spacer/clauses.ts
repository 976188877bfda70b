import { factsByBlock } from '../../analysis/given.ts';
import type { Term } from '../../smt/builder.ts';
import type { HornAtom, TermClauses } from '../../smt/horn.ts';
import { Substitution } from '../../smt/substitute.ts';
import { possibleCutPoints } from '../../transys/pcs.ts';
import type { Block, TransitionSystem } from '../../transys/system.ts';

/** Horn clauses with the same premise. */
export interface ClauseGroup {
  /** The block whose state is read; null: the start. */
  readonly from: number | null;
  /** What is known there. */
  readonly always: readonly Term[];
  readonly heads: readonly Head[];
}

interface Head {
  readonly condition: Term;
  /** Null: the error. `args` are values of the clauses' parameters. */
  readonly to: HornAtom<Term> | null;
}

/** A system as Horn clauses: a relation for each block, over `params`. */
export interface SystemClauses {
  /** State variables that the relations speak of: all Booleans and bit-vectors but the program counter. */
  readonly params: readonly Term[];
  /** Of the start, then of each block. */
  readonly groups: readonly ClauseGroup[];
}

/**
 * One clause for each block at the start, for each step from a block to a block, and for each block's errors (gaps among them). `facts`: invariants;
 * the clauses assume what they say of each block.
 */
export function systemClauses(system: TransitionSystem, facts: readonly Term[]): SystemClauses {
  const { terms, stateVars, init, initConstraint, blocks, pc } = system;
  const readable = stateVars.flatMap(({ term }, i) => {
    const { kind } = terms.sort(term);
    return i !== pc && (kind === 'bool' || kind === 'bv') ? [i] : [];
  });
  /** Heads for the blocks that a program counter may be at. */
  const ways = (condition: Term, values: readonly Term[], allowed: Iterable<number>): Head[] => {
    const args = readable.map((i) => values[i]);
    if (pc === null) return [{ condition, to: { relation: 0, args } }];
    const counter = values[pc];
    return possibleCutPoints(terms, counter, allowed).map((to) => ({
      condition: terms.and(condition, terms.eq(counter, terms.bv(terms.width(counter), to))),
      to: { relation: to, args },
    }));
  };
  const group = (from: number | null, always: readonly Term[], heads: readonly Head[]): ClauseGroup => ({
    from,
    always,
    heads: heads.filter(({ condition }) => condition !== terms.false),
  });
  const known = factsByBlock(system, facts);
  const ofBlocks = blocks.map((block) => {
    const here = atBlock(system, block);
    const next = block.next.map((t) => here.apply(t));
    const steps = ways(here.apply(block.feasible), next, block.successors);
    return group(block.id, known[block.id], [...steps, { condition: here.apply(terms.or(block.bad, block.gap)), to: null }]);
  });
  const params = readable.map((i) => stateVars[i].term);
  return { params, groups: [group(null, [], ways(initConstraint, init, blocks.keys())), ...ofBlocks] };
}

/** The clauses for a solver that takes bit-vectors. */
export function termClauses(system: TransitionSystem, { params, groups }: SystemClauses): TermClauses {
  const clauses = groups.flatMap(({ from, always, heads }) =>
    heads.map(({ condition, to }) => ({
      from: from === null ? null : { relation: from, args: params },
      body: system.terms.andAll([...always, condition]),
      to,
    })),
  );
  return { relations: system.blocks.map(() => params), clauses };
}

/** Replaces the program counter by a block. */
function atBlock({ terms, stateVars, pc }: TransitionSystem, block: Block): Substitution {
  if (pc === null) return new Substitution(terms);
  const counter = stateVars[pc].term;
  return new Substitution(terms, [[counter, terms.bv(terms.width(counter), block.id)]]);
}

/** A formula where the control is at a block. */
export function guarded({ terms, stateVars, pc }: TransitionSystem, block: number, formula: Term): Term {
  if (pc === null) return formula;
  const counter = stateVars[pc].term;
  return terms.implies(terms.eq(counter, terms.bv(terms.width(counter), block)), formula);
}
