import { workClock } from '../../base/clock.ts';
import { checkCertificate } from '../../certify/proof/certificate.ts';
import { joinFacts } from '../../certify/proof/minimise/facts-by-block.ts';
import { statedInvariant } from '../../certify/proof/parts.ts';
import type { Term } from '../../logic/terms/builder.ts';
import type { RefuterFactory } from '../../logic/terms/refuter.ts';
import { conjuncts, freeVariables } from '../../logic/terms/traverse.ts';
import type { BlockValues } from '../../system/analysis/facts.ts';
import { factsByBlock } from '../../system/analysis/given.ts';
import { analyseRound, PRECISIONS } from '../../system/analysis/rounds.ts';
import { expressionAt, namesAt } from '../../system/transys/c-text/at-block.ts';
import type { WholeCertificate } from '../../system/transys/certificate.ts';
import { atBlock } from '../../system/transys/control.ts';
import type { Block, TransitionSystem } from '../../system/transys/system.ts';

/** Rounds of the analysis; later ones distinguish many places, which are hard to read. */
const ROUNDS = 3;

/**
 * Facts at loops of which a proof says nothing that C can express, because rewriting, narrowing or a list of
 * runs was enough. The dataflow analysis finds them, and the checker of certificates accepts them as an
 * invariant of their own. Null: there are none, or none were found and checked in time.
 */
export function factsAtLoops(
  system: TransitionSystem,
  certificate: WholeCertificate,
  refuters: RefuterFactory,
  milliseconds: number,
): Term | null {
  const { terms, blocks } = system;
  const stated = statedInvariant(system, certificate);
  const known = stated === null || stated.bound.length > 0 ? terms.true : stated.invariant;
  // Block 0 is the entry.
  const untold = blocks
    .slice(1)
    .filter((block) => block.at !== null && (expressionAt(system, known, block.id) ?? '1') === '1');
  if (system.pc === null || untold.length === 0) return null;
  const found = analysed(system, conjuncts(terms, known), milliseconds / 2);
  for (; found.length > 0; found.pop()) {
    const formula = terms.andAll(found);
    const facts = untold.flatMap((block) => readableAt(system, formula, block));
    if (facts.length === 0) return null;
    if (isInvariant(system, terms.and(known, formula), refuters, milliseconds / 2)) return joinFacts(system, facts);
  }
  return null;
}

/** The facts that each round adds to those of the rounds before. */
function analysed(system: TransitionSystem, known: readonly Term[], milliseconds: number): Term[] {
  const end = workClock() + milliseconds;
  const stopped = (): boolean => workClock() > end;
  const found: Term[] = [];
  let values: BlockValues | null = null;
  for (const precision of PRECISIONS.slice(0, ROUNDS)) {
    const given = factsByBlock(system, [...known, ...found.flatMap((formula) => conjuncts(system.terms, formula))]);
    const round = analyseRound(system, precision, values, given, stopped);
    if (stopped()) break;
    values = round.values;
    found.push(system.terms.andAll(round.facts.flat().map(({ formula }) => formula)));
  }
  return found;
}

/** The parts of a formula that speak of variables that have names at a block. */
function readableAt(
  system: TransitionSystem,
  formula: Term,
  block: Block,
): readonly { block: number; formula: Term }[] {
  const { terms } = system;
  const { origin } = namesAt(system, block, true);
  return conjuncts(terms, atBlock(system, block.id).apply(formula))
    .filter(
      (part) => part !== terms.true && freeVariables(terms, [part]).every((variable) => origin(variable) !== null),
    )
    .map((part) => ({ block: block.id, formula: part }));
}

function isInvariant(
  system: TransitionSystem,
  invariant: Term,
  refuters: RefuterFactory,
  milliseconds: number,
): boolean {
  const { terms } = system;
  const blocks = system.blocks.map((block): Block => ({ ...block, bads: [], bad: terms.false, gap: terms.false }));
  const certificate = { kind: 'inductive', invariant, k: 0, instances: [] } as const;
  return checkCertificate({ ...system, blocks, question: 'bad' }, certificate, refuters, { milliseconds }).accepted;
}
