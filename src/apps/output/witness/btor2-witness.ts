import type { HardwareRun } from '../../../certify/replay/recorded-run.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { assembleBtor2, selectBad } from '../../../system/transys/btor2/assemble.ts';
import { readBtor2 } from '../../../system/transys/btor2/parse.ts';
import { simulateTrace } from '../../../system/transys/simulate.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../../../system/transys/system.ts';

/** Most bits of an array's index for listing its elements one by one, if the others are not zero. */
const MOST_INDEX_BITS = 12;

/**
 * A run of a BTOR2 model in the format of BtorMC, which BtorSim checks (Niemetz, Preiner, Wolf, Biere,
 * CAV 2018).
 * It names the violated property (`b0`: the first one). Each step k lists under `#k` the states that
 * the model leaves open, and under `@k` the inputs, by position in the model, in binary. Unlisted
 * elements of arrays are zero.
 *
 * `text`: text of the model; `file`: its name for messages. Null if the format cannot express the run
 * (a large array with elements that are not zero). Throws LemmataError `E-INPUT` if the text is not a
 * model.
 */
export function btor2Witness(text: string, file: string, run: HardwareRun): string | null {
  const reader = readBtor2(text, file);
  const system = assembleBtor2(reader);
  const trace = listedOnly(system, run.trace);
  const property = violatedIn(system, trace, run.property);
  if (property === null) return null;
  const started = openStates(system, reader.states, 'init');
  const changing = openStates(system, reader.states, 'next');
  const lines = ['sat', `b${property}`];
  trace.steps.forEach((values, k) => {
    const before = k === 0 ? trace.init : trace.steps[k - 1];
    const states = k === 0 ? started : changing;
    if (k === 0 || states.length > 0) lines.push(`#${k}`);
    for (const { position, name, variable } of states)
      lines.push(...assignments(system, variable, before, position, `${name}#${k}`));
    lines.push(`@${k}`);
    reader.inputs.forEach(({ name }, input) => {
      lines.push(...assignments(system, input, values, input, `${name}@${k}`));
    });
  });
  return `${lines.join('\n')}\n.\n`;
}

/** A state that the model leaves open at the start, or after each step. */
interface OpenState {
  /** Position among the model's states. */
  readonly position: number;
  readonly name: string;
  /** Index of the input of the system that stands for the value. */
  readonly variable: number;
}

function openStates(
  system: TransitionSystem,
  declared: readonly { readonly name: string; readonly init: Term | null; readonly next: Term | null }[],
  which: 'init' | 'next',
): readonly OpenState[] {
  const values = which === 'init' ? system.init : system.blocks[0].next;
  const indices = new Map(system.inputs.map(({ term }, index) => [term, index]));
  return declared.flatMap((state, position) => {
    const variable = state[which] === null ? indices.get(values[position]) : undefined;
    return variable === undefined ? [] : [{ position, name: state.name, variable }];
  });
}

/**
 * The first property of this name that is violated at the end of the run and not before; null if there
 * is none.
 */
function violatedIn(system: TransitionSystem, trace: SystemTrace, name: string): number | null {
  const found = system.blocks[0].bads.findIndex((bad, index) => {
    if (bad.name !== name) return false;
    const end = simulateTrace(selectBad(system, index), trace);
    return end.kind === 'bad' && end.step === trace.steps.length - 1;
  });
  return found < 0 ? null : found;
}

/** The same run with arrays that are zero except for their entries, as far as possible. */
function listedOnly({ terms, inputs }: TransitionSystem, { init, steps }: SystemTrace): SystemTrace {
  const listed = (values: ReadonlyMap<number, TraceValue>): ReadonlyMap<number, TraceValue> =>
    new Map([...values].map(([index, value]) => [index, withoutDefault(terms, inputs[index].term, value)]));
  return { init: listed(init), steps: steps.map(listed) };
}

function withoutDefault(terms: TermStore, variable: Term, value: TraceValue): TraceValue {
  if (typeof value === 'bigint' || value.default === 0n) return value;
  const sort = terms.sort(variable);
  if (sort.kind !== 'array' || sort.index.kind !== 'bv' || sort.index.width > MOST_INDEX_BITS)
    return { ...value, default: 0n };
  const known = new Map(value.entries);
  const all = Array.from({ length: 2 ** sort.index.width }, (_, i) => BigInt(i));
  return { default: 0n, entries: all.map((index) => [index, known.get(index) ?? value.default] as const) };
}

function assignments(
  { terms, inputs }: TransitionSystem,
  variable: number,
  values: ReadonlyMap<number, TraceValue>,
  position: number,
  symbol: string,
): string[] {
  const { term } = inputs[variable];
  const sort = terms.sort(term);
  const value = values.get(variable);
  if (sort.kind !== 'array') {
    const bits = typeof value === 'bigint' ? value : 0n;
    return [`${position} ${binary(bits, terms.width(term))} ${symbol}`];
  }
  if (value === undefined || typeof value === 'bigint' || sort.index.kind !== 'bv' || sort.element.kind !== 'bv')
    return [];
  const { index, element } = sort;
  return value.entries.flatMap(([at, bits]) =>
    typeof bits === 'bigint'
      ? [`${position} [${binary(at, index.width)}] ${binary(bits, element.width)} ${symbol}`]
      : [],
  );
}

function binary(value: bigint, width: number): string {
  return value.toString(2).padStart(width, '0');
}
