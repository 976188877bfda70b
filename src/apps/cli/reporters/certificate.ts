import type { VerifyEvent } from '../../../race/events.ts';
import { checkableProof } from '../../../race/export.ts';
import type { VerifyOptions } from '../../../race/options/options.ts';
import type { Proof, SafeVerdict } from '../../../race/verdict.ts';
import type * as collection from '../../output/certificate/collection.ts';
import { write } from '../output.ts';
import { replaceFile } from '../replace-file.ts';
import type { EventRecord } from './record.ts';
import type { Reporter, Result } from './reporter.ts';

const LEAST_MILLISECONDS = 30_000;

/** Writes the folder of `--certificate`, after the answer, and says which of its parts are missing. */
export class CertificateReporter implements Reporter {
  readonly #ledger: collection.CertificateLedger;

  constructor(
    private readonly folder: string,
    private readonly options: VerifyOptions,
    private readonly record: EventRecord,
    private readonly quiet: boolean,
    private readonly code: typeof collection,
  ) {
    this.#ledger = new code.CertificateLedger();
  }

  event(event: VerifyEvent): void {
    this.#ledger.take(event);
  }

  async explain({ proved }: Result): Promise<void> {
    const milliseconds = this.record.elapsed;
    const verdict = await proved();
    const { certificateOf, writeCertificate } = this.code;
    const { options } = this;
    const prove = (one: SafeVerdict): Promise<Proof> => checkableProof(options, one);
    const certificate = await certificateOf(verdict, options, { milliseconds, prove }, this.#ledger);
    if (certificate === null) return this.#say('No certificate is written: an UNKNOWN has neither proof nor run.');
    const { files, missing } = certificate;
    writeCertificate(this.folder, certificate, replaceFile);
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

/** Most milliseconds for a certificate after a verification of that time: three times what its proofs may take. */
export function certificateTime(milliseconds: number): number {
  return 3 * Math.max(LEAST_MILLISECONDS, milliseconds);
}

/** The reporter for a folder; its code is loaded on demand. */
export async function certificateReporter(
  folder: string,
  options: VerifyOptions,
  record: EventRecord,
  quiet: boolean,
): Promise<CertificateReporter> {
  return new CertificateReporter(
    folder,
    options,
    record,
    quiet,
    await import('../../output/certificate/collection.ts'),
  );
}
