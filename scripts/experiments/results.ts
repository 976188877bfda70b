import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The result of one task in one column. */
export interface Result {
  readonly task: string;
  /** Folder of the task definition. */
  readonly family: string;
  readonly category: string;
  readonly status: string;
  /** CPU seconds of the whole verification. */
  readonly seconds: number;
  /** Numbers of the engine by name (`refinements`, `perfect`, …); empty if it did not report any. */
  readonly numbers: ReadonlyMap<string, number>;
  /** True if the certifier refused a claim. */
  readonly refused: boolean;
}

interface Line {
  readonly kind: string;
  readonly task: string;
  readonly definition: string;
  readonly category: string;
  readonly status: string;
  readonly cpuSeconds: number | null;
  readonly log: string | null;
}

/** Reads the results that `lemmata compete --output FOLDER` wrote, one for each task. */
export function readResults(folder: string): readonly Result[] {
  const lines = readFileSync(join(folder, 'results.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
    .filter(({ kind }) => kind === 'result');
  return [...new Map(lines.map((line) => [line.task, line])).values()].map((line) => {
    const answer = line.log === null ? null : answerIn(readFileSync(join(folder, line.log), 'utf8'));
    return {
      task: line.task,
      family: line.definition.split('/').at(-2) ?? '',
      category: line.category,
      status: line.status,
      seconds: line.cpuSeconds ?? 0,
      numbers: numbersOf(answer),
      refused: (answer?.refused ?? []).length > 0,
    };
  });
}

/** The parts of `lemmata verify --json` that tables need. */
interface Answer {
  readonly statistics?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Claims and lemmas that the checks refused; absent: none. */
  readonly refused?: readonly unknown[];
}

/** Reads the answer at the end of a log; null if the verification ended without one. */
export function answerIn(log: string): Answer | null {
  const line = log.split('\n').findLast((each) => each.startsWith('{'));
  if (line === undefined) return null;
  try {
    return JSON.parse(line);
  } catch {
    // A killed verification leaves half a line.
    return null;
  }
}

/** The numbers of the engines by name; those of several engines are added. */
function numbersOf(answer: Answer | null): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const own of Object.values(answer?.statistics ?? {}))
    for (const [name, value] of Object.entries(own)) numbers.set(name, (numbers.get(name) ?? 0) + value);
  return numbers;
}
