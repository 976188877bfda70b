import type { Term } from '../../logic/terms/builder.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import type {
  Certificate,
  CertifiedPart,
  Inductive,
  Parts,
  States,
  Universal,
  WholeCertificate,
} from '../../system/transys/certificate.ts';
import type { Block, TransitionSystem } from '../../system/transys/system.ts';
import type { Target } from '../../system/transys/target.ts';
import { type BlockFact, factsByBlock, joinFacts } from './minimise/facts-by-block.ts';
import { listedFormula } from './states/listed-formula.ts';

/** Most facts of a proof with recorded variables of which some are told. */
const MOST_FACTS = 2000;

/**
 * Returns the system whose errors a certificate must exclude. Its runs to an error of the target are those of
 * the system. Gaps stay, but those of other blocks where the target consists of blocks.
 */
export function aboutTarget(system: TransitionSystem, target: Target): TransitionSystem {
  switch (target.kind) {
    case 'all':
      return system;
    case 'labels':
      return aboutLabels(system, target.labels);
    case 'blocks':
      return aboutBlocks(system, target.blocks);
  }
}

function aboutLabels(system: TransitionSystem, labels: readonly string[]): TransitionSystem {
  const asked = new Set(labels);
  const blocks = system.blocks.map((block): Block => {
    // Errors without names belong to each target.
    if (block.bads.length === 0) return block;
    const bads = block.bads.filter(({ name }) => asked.has(name));
    let bad = system.terms.false;
    for (const { term } of bads) bad = system.terms.or(bad, term);
    return { ...block, bads, bad };
  });
  return { ...system, blocks };
}

/**
 * Returns the system whose runs end where no way leads on to an error or a gap. Its runs to one are those of the
 * system. Where the question is whether runs end, it is the system itself.
 */
export function beforeErrors(system: TransitionSystem): TransitionSystem {
  const { question = 'bad' } = system;
  return question === 'bad' ? aboutBlocks(system, errorBlocks(system)) : system;
}

/** The formula that holds in states from which no way leads on to an error or a gap, by the lists of successors. */
export function awayFromErrors(system: TransitionSystem): Term {
  const { terms, blocks, stateVars, pc, question = 'bad' } = system;
  if (pc === null || question !== 'bad') return terms.false;
  const counter = stateVars[pc].term;
  const isLeading = leadingTo(system, errorBlocks(system));
  return terms.andAll(
    blocks.flatMap(({ id }) =>
      isLeading[id] ? [terms.not(terms.eq(counter, terms.bv(terms.width(counter), id)))] : [],
    ),
  );
}

function errorBlocks({ terms, blocks }: TransitionSystem): readonly number[] {
  return blocks.filter(({ bad, gap }) => bad !== terms.false || gap !== terms.false).map(({ id }) => id);
}

/**
 * Errors and gaps of other blocks do not count. No step leads to a block from which no way leads to an
 * asked one. The change rests on the lists of successors, which `validateSystem` checks against the steps.
 */
function aboutBlocks(system: TransitionSystem, asked: readonly number[]): TransitionSystem {
  const { terms, pc, blocks } = system;
  if (pc === null) return system;
  const isLeading = leadingTo(system, asked);
  const width = terms.width(system.stateVars[pc].term);
  return {
    ...system,
    blocks: blocks.map((block): Block => {
      const isAsked = asked.includes(block.id);
      let feasible = isLeading[block.id] ? block.feasible : terms.false;
      for (const to of block.successors) {
        if (!isLeading[to]) feasible = terms.and(feasible, terms.not(terms.eq(block.next[pc], terms.bv(width, to))));
      }
      return isAsked ? { ...block, feasible } : { ...block, feasible, bad: terms.false, bads: [], gap: terms.false };
    }),
  };
}

/**
 * Returns for each block whether lists of successors lead from it to an asked block. A block without
 * steps has none.
 */
function leadingTo({ terms, blocks }: TransitionSystem, asked: readonly number[]): readonly boolean[] {
  const isLeading = blocks.map(({ id }) => asked.includes(id));
  const sources = blocks.map((): number[] => []);
  for (const { id, feasible, successors } of blocks) {
    if (feasible !== terms.false) for (const to of successors) sources[to].push(id);
  }
  const open = [...asked];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const from of sources[id]) {
      if (isLeading[from]) continue;
      isLeading[from] = true;
      open.push(from);
    }
  }
  return isLeading;
}

/**
 * Returns why the parts together do not prove the system, apart from their own certificates; null if
 * they do.
 */
export function whyIncomplete({ terms, blocks, pc }: TransitionSystem, parts: readonly CertifiedPart[]): string | null {
  if (pc === null) return 'a system of one block has no parts';
  const asked = new Set(parts.flatMap((part) => part.blocks));
  for (const id of asked) if (blocks[id] === undefined) return `a part names block ${id}, which does not exist`;
  const left = blocks.find(({ id, bad, gap }) => (bad !== terms.false || gap !== terms.false) && !asked.has(id));
  return left === undefined ? null : `no part covers the errors of block ${left.id} (${left.name})`;
}

/**
 * One k-inductive certificate of the whole system in place of those of its parts; null if a part has another kind.
 * The invariant of a part holds in the blocks that lead to its errors, and each step between such blocks is one of the
 * part. A run within all invariants, and without any error, is one without those of a part.
 */
export function joinedParts(system: TransitionSystem, { parts }: Parts): Inductive | null {
  const { terms, blocks, pc, stateVars } = system;
  if (pc === null) return null;
  const counter = stateVars[pc].term;
  let joined: Inductive = { kind: 'inductive', invariant: terms.true, k: 0, instances: [] };
  for (const { blocks: asked, certificate } of parts) {
    const own =
      certificate.kind === 'states' ? inductiveOfStates(aboutBlocks(system, asked), certificate) : certificate;
    if (own.kind !== 'inductive') return null;
    const isLeading = leadingTo(system, asked);
    const others = blocks.filter(({ id }) => !isLeading[id]);
    const isElsewhere = terms.orAll(others.map(({ id }) => terms.eq(counter, terms.bv(terms.width(counter), id))));
    joined = {
      kind: 'inductive',
      invariant: terms.and(joined.invariant, terms.or(isElsewhere, own.invariant)),
      k: Math.max(joined.k, own.k),
      instances: [...joined.instances, ...own.instances],
    };
  }
  return joined;
}

/** The listed states as an invariant. Long lists give large formulas. */
export function inductiveOfStates(system: TransitionSystem, certificate: States): Inductive {
  return { kind: 'inductive', invariant: listedFormula(system, certificate, Infinity), k: 0, instances: [] };
}

/**
 * The formula that a certificate states for every state that a run reaches, for all values of the
 * bound variables.
 */
export interface StatedInvariant {
  readonly invariant: Term;
  readonly bound: readonly Term[];
}

/**
 * Returns the invariant of a certificate; null if it has none. The invariant of a part holds in the
 * blocks that lead to asked ones. Every run to such a block is a run of the part.
 */
export function statedInvariant(system: TransitionSystem, certificate: WholeCertificate): StatedInvariant | null {
  const { terms, blocks, pc, stateVars } = system;
  if (certificate.kind !== 'parts') return ownInvariant(system, certificate);
  let invariant = terms.true;
  const bound: Term[] = [];
  for (const part of certificate.parts) {
    const own = ownInvariant(system, part.certificate);
    if (own === null || pc === null) continue;
    const counter = stateVars[pc].term;
    const isLeading = leadingTo(system, part.blocks);
    for (const { id } of blocks) {
      if (!isLeading[id]) continue;
      const isHere = terms.eq(counter, terms.bv(terms.width(counter), id));
      invariant = terms.and(invariant, terms.implies(isHere, own.invariant));
    }
    bound.push(...own.bound);
  }
  return invariant === terms.true ? null : { invariant, bound };
}

function ownInvariant(system: TransitionSystem, certificate: Certificate): StatedInvariant | null {
  switch (certificate.kind) {
    case 'runs':
      return null;
    case 'states':
      return { invariant: listedFormula(system, certificate), bound: [] };
    case 'inductive':
    case 'ranking':
      return { invariant: certificate.invariant, bound: [] };
    case 'universal':
      return { invariant: withoutRecorded(system, certificate), bound: certificate.bound };
  }
}

/** The facts of the invariant that do not speak of recorded variables, which a state does not have. */
function withoutRecorded(system: TransitionSystem, { invariant, recorded = [] }: Universal): Term {
  if (recorded.length === 0) return invariant;
  const { terms } = system;
  const own = new Set(recorded.map(({ variable }) => variable));
  const isKept = ({ formula }: BlockFact): boolean => !freeVariables(terms, [formula]).some((t) => own.has(t));
  return joinFacts(system, (factsByBlock(system, invariant, MOST_FACTS) ?? []).filter(isKept));
}
