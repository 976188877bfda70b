import type { ProgramRun, RecordedRun, RunStep } from '../../certify/replay/recorded-run.ts';
import { inputText } from '../output/report/input-text.ts';
import type { Places } from './places.ts';

/** A value that a step shows. */
interface ShownValue {
  readonly name: string;
  readonly value: string;
}

/** A step of a run, for an editor that goes through it. */
interface ShownStep {
  readonly uri: string;
  /** 0-based line, as in the protocol. */
  readonly line: number;
  /** 0-based column in UTF-16 code units. */
  readonly column: number;
  readonly function: string;
  /** Length of the call stack: 0 in main. */
  readonly depth: number;
  readonly text: string;
  /** Values that are known after the step: of its function, then of globals; the latest first. */
  readonly values: readonly ShownValue[];
}

/** A run, as the command `lemmata.showRun` returns it. */
export interface ShownRun {
  readonly title: string;
  readonly inputs: readonly string[];
  readonly steps: readonly ShownStep[];
  /** Steps that are left out after the given number of steps; null: none. */
  readonly omitted: { readonly after: number; readonly count: number } | null;
}

/** Most values beside one step, so that a run's size is linear in its steps. */
const MOST_VALUES = 20;
const MOST_INPUTS = 200;

/** Returns the run for an editor; null for hardware models, whose runs have no places. */
export function shownRun(title: string, run: RecordedRun, places: Places): ShownRun | null {
  if (run.kind !== 'program') return null;
  return {
    title,
    inputs: run.inputs.slice(0, MOST_INPUTS).map(inputText),
    steps: stepsWithValues(run, places),
    omitted: run.omitted,
  };
}

/** The values of a name, the latest at the end. */
type Values = Map<string, string>;

function stepsWithValues(run: ProgramRun, places: Places): readonly ShownStep[] {
  const globals: Values = new Map();
  /** Values of locals by the depth of their activation. */
  let activations: Values[] = [];
  return run.steps.map((step, index) => {
    // The values before a gap may have changed within it.
    if (index === run.omitted?.after) {
      globals.clear();
      activations = [];
    }
    activations.length = Math.min(activations.length, step.depth + 1);
    while (activations.length <= step.depth) activations.push(new Map());
    const locals = activations[step.depth];
    const momentary = take(step, locals, globals);
    const values = [...momentary, ...latest(locals), ...latest(globals)].slice(0, MOST_VALUES);
    const { line, character } = places.position(step.at);
    const { depth, text } = step;
    return { uri: places.uri(step.at), line, column: character, function: step.function, depth, text, values };
  });
}

/** Notes the value that a step sets; returns it if its name means the object at this step alone. */
function take({ assigned }: RunStep, locals: Values, globals: Values): readonly ShownValue[] {
  if (assigned === null) return [];
  const { target, value, owner } = assigned;
  if (owner === 'momentary') return [{ name: target, value }];
  const values = owner === 'local' ? locals : globals;
  values.delete(target);
  values.set(target, value);
  if (values.size > MOST_VALUES) for (const oldest of [...values.keys()].slice(0, 1)) values.delete(oldest);
  return [];
}

function latest(values: Values): readonly ShownValue[] {
  return [...values].reverse().map(([name, value]) => ({ name, value }));
}
