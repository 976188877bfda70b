import type { ProgramViolation, RunStep, StepPlace } from './result.ts';

/** A variable at a step of a run, by name in its activation. */
interface Shown {
  readonly name: string;
  readonly value: string;
  /** Whether this very step set it. */
  readonly fresh: boolean;
}

/** Values by activation, the innermost last; before them those of no activation, if any. */
export interface Frame {
  /** Function of the activation; null: no activation. */
  readonly function: string | null;
  readonly values: readonly Shown[];
}

type Values = Map<string, string>;

/**
 * Returns the known values of variables after step `index` (from 0) of a run, as its steps set them.
 * Activations of omitted steps have no name.
 */
export function framesAt(
  { steps, omitted }: Pick<ProgramViolation, 'steps' | 'omitted'>,
  index: number,
): readonly Frame[] {
  const globals: Values = new Map();
  /** Activations by thread; programs of one thread have that of null alone. */
  const threads = new Map<number | null, { function: string; values: Values }[]>();
  let frames: { function: string; values: Values }[] = [];
  for (const [number, step] of steps.slice(0, index + 1).entries()) {
    // The effects of the steps in between are unknown.
    if (omitted !== null && number === omitted.after) {
      globals.clear();
      threads.clear();
    }
    const thread = step.thread ?? null;
    frames = threads.get(thread) ?? [];
    threads.set(thread, frames);
    frames.length = Math.min(frames.length, step.depth + 1);
    while (frames.length <= step.depth)
      frames.push({ function: frames.length === step.depth ? step.function : '…', values: new Map() });
    if (frames[step.depth].function !== step.function)
      frames[step.depth] = { function: step.function, values: new Map() };
    const { assigned } = step;
    if (assigned === null || assigned.owner === 'momentary') continue;
    const values = assigned.owner === 'global' ? globals : frames[step.depth].values;
    values.set(assigned.target, assigned.value);
  }
  const last = steps[index]?.assigned ?? null;
  const inner = frames.length - 1;
  return [
    ...(globals.size === 0
      ? []
      : [{ function: null, values: shown(globals, last?.owner === 'global' ? last.target : null) }]),
    ...frames.map(({ function: name, values }, depth) => ({
      function: name,
      values: [
        ...shown(values, depth === inner && last?.owner === 'local' ? last.target : null),
        ...(depth === inner && last?.owner === 'momentary'
          ? [{ name: last.target, value: last.value, fresh: true }]
          : []),
      ],
    })),
  ];
}

function shown(values: Values, fresh: string | null): readonly Shown[] {
  return [...values].map(([name, value]) => ({ name, value, fresh: name === fresh }));
}

/**
 * The next step before (`-1`) or after (`1`) that is at another line or in another activation; else
 * the last one in that direction.
 */
export function nextLine(steps: readonly RunStep[], index: number, direction: 1 | -1): number {
  const here = steps[index];
  let next = index;
  do next += direction;
  while (next > 0 && next < steps.length - 1 && sameLine(steps[next].at, here.at) && steps[next].depth === here.depth);
  return Math.min(Math.max(next, 0), steps.length - 1);
}

function sameLine(a: StepPlace, b: StepPlace): boolean {
  return a.line === b.line && a.file === b.file;
}
