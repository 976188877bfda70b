import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { VerifyOptions } from '../../../race/options/options.ts';
import { write } from '../output.ts';
import { replaceFile } from '../replace-file.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

/** Writes the folder of `--certificate`, after the answer, and says which of its parts are missing. */
export class CertificateReporter implements Reporter {
  constructor(
    private readonly folder: string,
    private readonly options: VerifyOptions,
    private readonly record: EventRecord,
    private readonly quiet: boolean,
  ) {}

  async explain({ proved }: Result): Promise<void> {
    const milliseconds = this.record.elapsed;
    const verdict = await proved();
    const { certificateFolder } = await import('../../output/certificate/folder.ts');
    const { externals, hasThreads: threads } = this.record;
    const written = certificateFolder(verdict, this.options, { milliseconds, externals, threads });
    if (written === null) return this.#say('No certificate is written: an UNKNOWN has neither proof nor run.');
    const { files, missing } = written;
    for (const [name, text] of files) {
      const file = join(this.folder, name);
      mkdirSync(dirname(file), { recursive: true });
      replaceFile(file, text);
    }
    await this.#say(
      [`Certificate: ${files.size} files in ${this.folder}`, ...missing.map((one) => `  not written: ${one}`)].join(
        '\n',
      ),
    );
  }

  async #say(text: string): Promise<void> {
    if (!this.quiet) await write(process.stderr, `${text}\n`);
  }
}
