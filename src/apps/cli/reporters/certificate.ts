import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { VerifyEvent } from '../../../race/events.ts';
import type { VerifyOptions } from '../../../race/options/options.ts';
import type { CertificateLedger, certificateOf } from '../../output/certificate/collection.ts';
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
    private readonly code: { readonly ledger: CertificateLedger; readonly certificateOf: typeof certificateOf },
  ) {}

  event(event: VerifyEvent): void {
    this.code.ledger.take(event);
  }

  async explain({ proved }: Result): Promise<void> {
    const milliseconds = this.record.elapsed;
    const verdict = await proved();
    const { externals, hasThreads: threads } = this.record;
    const { ledger, certificateOf: written } = this.code;
    const certificate = written(verdict, this.options, { milliseconds, externals, threads }, ledger);
    if (certificate === null) return this.#say('No certificate is written: an UNKNOWN has neither proof nor run.');
    const { files, missing } = certificate;
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

/** The reporter for a folder; its code is loaded on demand. */
export async function certificateReporter(
  folder: string,
  options: VerifyOptions,
  record: EventRecord,
  quiet: boolean,
): Promise<CertificateReporter> {
  const { CertificateLedger, certificateOf } = await import('../../output/certificate/collection.ts');
  return new CertificateReporter(folder, options, record, quiet, { ledger: new CertificateLedger(), certificateOf });
}
