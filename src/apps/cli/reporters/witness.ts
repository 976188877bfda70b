import { isHardware, type VerifyOptions } from '../../../race/options/options.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { write } from '../output.ts';
import { replaceFile } from '../replace-file.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

/** The reason why programs with threads have no witness. */
const THREADS = 'formats up to 2.1 name no threads, and later ones are not supported';

/** Writes the file of `--witness`, or explains why there is none. */
export class WitnessReporter implements Reporter {
  #written = false;

  constructor(
    private readonly file: string,
    private readonly options: VerifyOptions,
    private readonly record: EventRecord,
    private readonly quiet: boolean,
  ) {}

  async answer({ proved }: Result): Promise<void> {
    const verdict = await proved();
    const { files, dataModel = 'LP64', entry } = this.options;
    if (entry !== undefined || this.record.hasThreads) return;
    const { witnessText } = await import('../../output/witness/witness.ts');
    const text = witnessText(verdict, { files, dataModel });
    if (text === null) return;
    replaceFile(this.file, text);
    this.#written = true;
  }

  async explain({ verdict }: Result): Promise<void> {
    if (this.#written || this.quiet || verdict.kind === 'unknown') return;
    const why = this.record.hasThreads ? THREADS : `there is no format for ${unwritten(verdict, this.options)}`;
    await write(process.stderr, `No witness is written: ${why}.\n`);
  }
}

/** The verdicts that no witness format can express, in words. */
function unwritten(verdict: Verdict, { entry, files }: VerifyOptions): string {
  if (entry !== undefined) return 'runs and proofs that do not begin at main';
  if (verdict.property.kind === 'termination') {
    if (verdict.kind === 'safe') return 'proofs of files without a statement';
    return 'cycles with very many inputs';
  }
  if (verdict.kind === 'unsafe' && verdict.run.kind === 'program')
    return 'runs in which external functions change memory or call back';
  return verdict.kind === 'safe'
    ? files.some(isHardware)
      ? 'proofs of hardware models'
      : 'proofs of files without a statement'
    : 'large arrays that are not zero in runs of hardware models';
}
