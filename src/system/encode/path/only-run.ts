import { TermStore } from '../../../logic/terms/store.ts';
import type { LinkedProgram } from '../../../program/cfa/linked.ts';
import type { ProgramPlaces } from '../../transys/program-places.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import { onlyPath } from './only-path.ts';

/** The system of a program that makes one run, and how it was made. */
export interface OnlyRun {
  readonly system: TransitionSystem;
  readonly places: ProgramPlaces;
  /** Whether the run leads into the error. */
  readonly fails: boolean;
  /** The decision in words, for people. */
  readonly decision: string;
}

/** Edges of a path beside those of the run: calls, and models of library functions. */
const MORE_EDGES = 20_000;
const EDGES_PER_STEP = 4;
/** Edges between two polls, and passes over the path that are worth their time. */
const EDGES_PER_POLL = 256;
const PASSES = 6;

/**
 * Encodes a program without inputs along its only path, as a system of one block: its run ends, or leads
 * into the error. Objects and pointers are constants there, where blocks of loops would say little
 * about them. Null if the program may make several runs, or the path is longer than a run of `steps`
 * steps.
 */
export function encodeOnlyRun(linked: LinkedProgram, steps: number): OnlyRun | null {
  const edges = MORE_EDGES + EDGES_PER_STEP * steps;
  let polls = (PASSES * edges) / EDGES_PER_POLL;
  const end = onlyPath(linked, { edges, isLate: () => --polls < 0 });
  if (end.kind === 'open') return null;
  return end.kind === 'fails' ? failingRun(linked) : onlyRun(linked, false, `ends within ${end.steps} steps`);
}

/**
 * Returns the system of a program without inputs whose only run is known to lead into the error. It
 * proves nothing, and its claim is replayed like any other.
 */
export function failingRun(linked: LinkedProgram): OnlyRun {
  return onlyRun(linked, true, 'leads into the error');
}

function onlyRun(linked: LinkedProgram, fails: boolean, what: string): OnlyRun {
  return {
    system: systemOf(linked, fails),
    fails,
    places: { blocks: [null], variables: [], live: [[]] },
    decision: `the program has no inputs; its only run was followed, and ${what}`,
  };
}

/** Whether the program may call functions whose results are inputs. */
export function takesInputs({ program, edges }: LinkedProgram): boolean {
  return edges.some(({ op, edge }) => {
    if (op.kind !== 'call' || edge.op.kind !== 'call' || op.callee.kind !== 'direct') return false;
    const fn = program.functions[op.callee.function];
    if (fn === null || fn === undefined || fn.defined) return false;
    return fn.origin === 'external' || (fn.origin === 'verifier' && fn.type.result.kind !== 'void');
  });
}

function systemOf(linked: LinkedProgram, fails: boolean): TransitionSystem {
  const terms = new TermStore();
  return {
    terms,
    stateVars: [],
    inputs: [],
    pc: null,
    blocks: [
      {
        id: 0,
        name: 'entry',
        at: linked.contexts[0]?.function.at ?? null,
        feasible: terms.false,
        bad: fails ? terms.true : terms.false,
        bads: [],
        gap: terms.false,
        doubtful: terms.false,
        next: [],
        successors: [],
        inputs: [],
      },
    ],
    init: [],
    initConstraint: terms.true,
    doubts: [],
    gaps: [],
    facts: [],
  };
}
