import type { ProgramOutline } from './event-parts.ts';
import type { Race } from './race.ts';
import { lemmasInProof } from './race.ts';
import type { JudgedFunction, StepPlace } from './result.ts';

export type FunctionOutline = ProgramOutline['functions'][number];
export type OutlineBlock = FunctionOutline['blocks'][number];

/** The facts about a block of an automaton. */
export interface BlockFacts {
  /** The statements of the proof at the loops of the block, as C. */
  readonly invariants: readonly string[];
  /** Number of published lemmas about them, and of those in the proof. */
  readonly lemmas: number;
  readonly inProof: number;
  /** Number of visits of the run to the error. */
  readonly visits: number;
}

/** Returns the facts about each block of a function. */
export function blockFacts(race: Race, fn: FunctionOutline): readonly BlockFacts[] {
  const result = race.end?.kind === 'verdict' ? race.end.result : null;
  const invariants = result?.verdict === 'TRUE' && result.functions === undefined ? result.certificate.invariants : [];
  const run = result?.verdict === 'FALSE' && result.violation.kind === 'program' ? result.violation : null;
  const proof = lemmasInProof(race);
  const published = new Map<string, { lemmas: number; inProof: number }>();
  for (const lemma of race.lemmas.values()) {
    for (const { at } of lemma.text ?? []) {
      if (at === null) continue;
      const count = published.get(keyOf(at)) ?? { lemmas: 0, inProof: 0 };
      published.set(keyOf(at), { lemmas: count.lemmas + 1, inProof: count.inProof + (proof.has(lemma.id) ? 1 : 0) });
    }
  }
  const steps = new Map<string, number>();
  for (const { at, function: name } of run?.steps ?? [])
    if (name === fn.name) steps.set(keyOf(at), (steps.get(keyOf(at)) ?? 0) + 1);
  return fn.blocks.map((block) => {
    const heads = new Set(block.loops.map(keyOf));
    const counts = [...heads].flatMap((head) => published.get(head) ?? []);
    return {
      invariants: invariants.filter(({ at }) => at !== null && heads.has(keyOf(at))).flatMap(({ lines }) => lines),
      lemmas: counts.reduce((sum, { lemmas }) => sum + lemmas, 0),
      inProof: counts.reduce((sum, { inProof }) => sum + inProof, 0),
      visits: Math.max(0, ...placesOf(block).map((at) => steps.get(keyOf(at)) ?? 0)),
    };
  });
}

/** Places of the steps of a run that pass a block. */
function placesOf({ operations, next }: OutlineBlock): readonly StepPlace[] {
  return [
    ...operations.map(({ at }) => at),
    ...next.flatMap(({ condition }) => (condition === null ? [] : [condition.at])),
  ];
}

function keyOf({ file, line, column }: StepPlace): string {
  return `${file}:${line}:${column}`;
}

const WORDS: Readonly<Record<string, string>> = { TRUE: 'proved', FALSE: 'broken', UNKNOWN: 'open' };

/** Functions as blocks. An edge leads to each function whose contract stands for calls. */
export function restingOutline(functions: readonly JudgedFunction[]): FunctionOutline {
  const names = [...new Set(functions.flatMap(({ name, calls }) => [name, ...calls]))];
  const known = new Map(functions.map((one) => [one.name, one]));
  const blocks = names.map((name): OutlineBlock => {
    const judged = known.get(name);
    const at = judged?.at ?? functions.find(({ calls }) => calls.includes(name))?.at ?? functions[0].at;
    const state = judged === undefined ? 'assumed' : (WORDS[judged.verdict] ?? 'error');
    return {
      operations: [name, state].map((text) => ({ text, at })),
      ...{ more: 0, loops: [], error: state === 'broken', exit: false },
      next: (judged?.calls ?? []).map((called) => ({ to: names.indexOf(called), condition: null })),
    };
  });
  return { name: 'functions', at: functions[0].at, blocks, calls: [] };
}

/** The place by which a block is known in the source; null: it has no place of its own. */
export function placeOf({ loops, operations }: OutlineBlock): StepPlace | null {
  return loops[0] ?? operations[0]?.at ?? null;
}

/** Lines of a block as they are drawn; long ones are cut. */
export function blockLines({ operations, more, loops, exit }: OutlineBlock): readonly string[] {
  const lines = [
    ...loops.map(({ line }) => `loop at line ${line}`),
    ...operations.map(({ text }) => cut(text)),
    ...(more > 0 ? [`… ${more} more`] : []),
    ...(exit ? ['end'] : []),
  ];
  return lines.length === 0 ? ['·'] : lines;
}

const MOST_COLUMNS = 44;

/** Cuts a text to a length at which a drawing stays readable. */
export function cut(text: string): string {
  return text.length <= MOST_COLUMNS ? text : `${text.slice(0, MOST_COLUMNS - 1)}…`;
}
