import { fixpoint, type Values } from '../../../logic/domains/fixpoint.ts';
import type { FlowCase, FlowStart } from '../../../logic/domains/flow.ts';
import { rangeFormula } from '../../../logic/domains/formula.ts';
import { join, type Range } from '../../../logic/domains/range.ts';
import { RANGES } from '../../../logic/domains/ranges.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { isAt } from '../control.ts';
import { possibleCutPoints } from '../pcs.ts';
import type { Block, StateVar, TransitionSystem } from '../system.ts';
import type { VariableRange } from '../way-back.ts';
import { type PassResult, unchanged } from './pass.ts';
import { decidingTerms, mapBlocks } from './restrict.ts';

interface Narrowing {
  readonly width: number;
  readonly signed: boolean;
  /** The narrow variable. */
  readonly term: Term;
}

/**
 * Width narrowing of state variables whose values fit into fewer bits at all cut points where they are
 * read. Such a variable becomes that narrow, and is extended where it is used. The ranges of the
 * interval analysis become `facts` of the result. On the way back they become part of the invariant,
 * so that a certificate can be checked against the wide system.
 */
export function narrowWidths(system: TransitionSystem): PassResult {
  const { terms, stateVars, blocks, pc } = system;
  const ranges = analyseRanges(system);
  const facts: Term[] = [];
  const known: VariableRange[] = [];
  const overall: (Range | null)[] = stateVars.map(() => null);
  for (const block of blocks) {
    const here = ranges[block.id];
    const at = isAt(system, block.id);
    if (here === null) {
      facts.push(terms.not(at));
      continue;
    }
    const reads = new Set(freeVariables(terms, [...decidingTerms(system, block), ...block.next]));
    stateVars.forEach((v, i) => {
      const r = here[i];
      if (r === null || i === pc || !reads.has(v.term)) return;
      const formula = rangeFormula(terms, v.term, r);
      facts.push(terms.implies(at, formula));
      const isSigned = terms.sort(v.term).kind === 'bv' && v.extension !== 'zero';
      const [low, high] = isSigned ? [r.signedLow, r.signedHigh] : [r.low, r.high];
      const isShort = low === BigInt.asIntN(32, low) && high === BigInt.asIntN(32, high);
      if (isShort && formula !== terms.true)
        known.push({ block: block.id, variable: v.term, low: Number(low), high: Number(high) });
      const before = overall[i];
      overall[i] = before === null ? r : join(before, r);
    });
  }
  const narrowings = stateVars.map((v, i) => narrowing(system, v, i === pc ? null : overall[i]));
  const stated = facts.filter((t) => t !== terms.true);
  const fact = terms.andAll(stated);
  if (fact === terms.true && narrowings.every((n) => n === null)) return unchanged(system);

  const extended = new Map<Term, Term>();
  const cut = new Map<Term, Term>();
  stateVars.forEach((v, i) => {
    const n = narrowings[i];
    if (n === null) return;
    const width = terms.width(v.term);
    extended.set(v.term, n.signed ? terms.sext(n.term, width) : terms.zext(n.term, width));
    cut.set(n.term, terms.extract(v.term, n.width - 1, 0));
  });
  const widen = new Substitution(terms, extended);
  const narrow = stateVars.map((v, i): StateVar => {
    const n = narrowings[i];
    return n === null ? v : { ...v, term: n.term, name: terms.name(n.term), extension: n.signed ? 'sign' : 'zero' };
  });
  const mapped = mapBlocks({ ...system, stateVars: narrow }, () => (t) => widen.apply(t));
  const fit = (t: Term, v: number): Term => {
    const n = narrowings[v];
    return n === null ? t : terms.extract(t, n.width - 1, 0);
  };
  return {
    system: {
      ...mapped,
      init: system.init.map(fit),
      blocks: mapped.blocks.map((block) => ({ ...block, next: block.next.map(fit) })),
      facts: [...new Set([...system.facts, ...stated].map((t) => widen.apply(t)))].filter((t) => t !== terms.true),
      measures: system.measures?.map((t) => widen.apply(t)) ?? [],
    },
    back: [
      {
        replaced: [...cut],
        fact,
        ranges: known,
        inputs: system.inputs.map((_, i) => i),
      },
    ],
  };
}

function narrowing({ terms }: TransitionSystem, v: StateVar, r: Range | null): Narrowing | null {
  const sort = terms.sort(v.term);
  if (r === null || sort.kind !== 'bv') return null;
  const bits = bitsOf(r);
  const width = Math.min(bits.unsigned, bits.signed);
  if (width >= sort.width) return null;
  let name = `${v.name}~${width}`;
  while (terms.find(name) !== null) name += "'";
  return { width, signed: bits.signed < bits.unsigned, term: terms.variable(name, { kind: 'bv', width }) };
}
/** Bits that hold all values of the range as unsigned numbers, and as signed ones; at least 1. */
function bitsOf(r: Range): { readonly unsigned: number; readonly signed: number } {
  const bits = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length);
  const signed = (value: bigint): number => bits(value < 0n ? -value - 1n : value) + 1;
  return { unsigned: Math.max(1, bits(r.high)), signed: Math.max(signed(r.signedLow), signed(r.signedHigh)) };
}

/** Ranges of the state variables at a cut point; null for sorts without ranges. */
type Ranges = Values<Range>;

/**
 * Interval analysis over the cut points. It computes for each block (null if no run reaches it) a
 * range of every bit-vector and Boolean state variable that holds whenever the control is there.
 * Unsigned and signed bounds are kept side by side, so that wrap-around loses precision but is never
 * wrong.
 */
function analyseRanges(system: TransitionSystem): readonly (Ranges | null)[] {
  const { terms, stateVars, blocks, pc } = system;
  const observed = stateVars.map((v) => v.term);
  const nodes = blocks.map((block) => ({
    fixed: new Map(pc === null ? [] : [[pc, BigInt(block.id)] as const]),
    facts: [],
    cases: block.feasible === terms.false ? [] : [wholeBlock(system, block)],
  }));
  const vocabulary = blocks.map((block) => [block.feasible, ...block.next]);
  return fixpoint(RANGES, { terms, observed, nodes, starts: flowStarts(system), vocabulary });
}

/** All steps of a block as one case. */
function wholeBlock({ terms, stateVars, pc }: TransitionSystem, block: Block): FlowCase {
  const { feasible, next, successors } = block;
  if (pc === null) return { conditions: [feasible], next, ways: [{ to: 0, condition: terms.true }] };
  const width = terms.width(stateVars[pc].term);
  return {
    conditions: [feasible],
    next,
    ways: possibleCutPoints(terms, next[pc], successors).map((to) => ({
      to,
      condition: terms.eq(next[pc], terms.bv(width, to)),
    })),
  };
}

function flowStarts({ terms, init, initConstraint, pc, blocks }: TransitionSystem): FlowStart[] {
  const starts = pc === null ? [0] : possibleCutPoints(terms, init[pc], blocks.keys());
  return starts.map((node) => ({ node, condition: initConstraint, values: init }));
}
