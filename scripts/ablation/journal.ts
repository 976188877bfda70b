import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One run of a task without a part. Plain data. */
export interface Run {
  readonly task: string;
  /** The part that was off; `''`: none, with a record; `'again'`: none, beside runs without parts. */
  readonly part: string;
  readonly verdict: 'TRUE' | 'FALSE' | 'UNKNOWN';
  /** Whether the verdict is not the expected one. */
  readonly wrong: boolean;
  /** The engine that decided, and the stage. */
  readonly engine: string | null;
  readonly stage: string | null;
  readonly certificate: string | null;
  /** The checkers that showed the certificate. */
  readonly checkers: readonly string[];
  /** CPU time in s. */
  readonly seconds: number;
  /** CPU time in ms and number of deeds of each part. */
  readonly deeds: Readonly<Record<string, readonly [count: number, milliseconds: number]>>;
}

/** Runs as JSON lines in a file. */
export class Journal {
  readonly #runs = new Map<string, Run>();

  constructor(private readonly file: string) {
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8')
      .split('\n')
      .filter((text) => text.endsWith('}'))) {
      const run: Run = JSON.parse(line);
      this.#runs.set(`${run.part} ${run.task}`, run);
    }
  }

  get runs(): readonly Run[] {
    return [...this.#runs.values()];
  }

  has(task: string, part: string): boolean {
    return this.get(task, part) !== undefined;
  }

  get(task: string, part: string): Run | undefined {
    return this.#runs.get(`${part} ${task}`);
  }

  add(run: Run): void {
    this.#runs.set(`${run.part} ${run.task}`, run);
    appendFileSync(this.file, `${JSON.stringify(run)}\n`);
  }
}
