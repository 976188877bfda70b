import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { LemmataError } from '../../../base/errors.ts';
import type { SourceLocation } from '../../../base/source.ts';
import { TemporaryFolder } from '../../../base/temporary-folder.ts';
import type { ProgramRun } from '../../../certify/replay/recorded-run.ts';
import type { VerifyOptions } from '../../../race/options/options.ts';
import { checksIn } from '../../../race/property.ts';
import type { Verdict } from '../../../race/verdict.ts';
import { type Verification, verify } from '../../../race/verify.ts';
import type { CheckResult } from '../../output/report/check-results.ts';
import { placesOf } from '../../output/report/run-lines.ts';
import { type ChangedText, originOf } from '../../output/witness/text/changed-text.ts';
import { violationPlace } from '../../output/witness/violation-place.ts';
import { type Followed, runUnguided } from '../run-command.ts';
import type { SourceOptions } from '../source-options.ts';
import type { ValidateTask } from './finding.ts';

/** The place of the given programs that a place in their copies stands for. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  /** The element of the witness whose words are there; null: the text is the program's. */
  readonly source: number | null;
}

/** Changed programs in a folder of their own, which `dispose` removes. */
export class Copies {
  readonly #folder = new TemporaryFolder('validate');
  readonly #files: readonly string[];
  readonly #options: Pick<SourceOptions, 'includes' | 'defines' | 'flags'>;

  constructor(
    private readonly task: ValidateTask,
    private readonly texts: readonly ChangedText[],
  ) {
    const { files, includes = [], defines, flags } = task.sources;
    this.#files = files.map((file, index) => join(this.#folder.path, String(index), basename(file)));
    for (const [index, copy] of this.#files.entries()) {
      mkdirSync(dirname(copy));
      writeFileSync(copy, texts[index].text);
    }
    this.#options = {
      // Headers beside the programs.
      includes: [...new Set(files.map((file) => dirname(resolve(file)))), ...includes],
      defines,
      flags: Object.fromEntries(this.#files.map((copy, index) => [copy, flags[files[index]] ?? []])),
    };
  }

  dispose(): void {
    this.#folder.remove();
  }

  /**
   * Verifies them, until the user asks for the end. Throws LemmataError, whose message names the given
   * programs.
   */
  async verdict(): Promise<Verdict> {
    const { property, signal } = this.task;
    if (signal.aborted) return { kind: 'unknown', property, reason: { kind: 'stopped' }, safeUpTo: null, engines: [] };
    return this.#whole(verify(this.#verifyOptions()));
  }

  /**
   * The state of each check in them, after a verification of their own. Null: not all checks are known. Throws as
   * {@link verdict}.
   */
  async checks(): Promise<readonly CheckResult[] | null> {
    if (this.task.signal.aborted) return null;
    const verification = verify({ ...this.#verifyOptions(), eachCheck: true });
    const results = new Map<string, CheckResult | null>();
    const listen = async (): Promise<void> => {
      for await (const event of verification) {
        if (event.kind === 'checks')
          for (const check of event.checks)
            results.set(JSON.stringify(check), results.get(JSON.stringify(check)) ?? null);
        if (event.kind === 'check')
          results.set(JSON.stringify(event.check), { check: event.check, state: event.state });
      }
    };
    await Promise.all([listen(), this.#whole(verification)]);
    const all = [...results.values()];
    return all.every((result) => result !== null) ? all : null;
  }

  #verifyOptions(): VerifyOptions {
    const { property, flags, sources } = this.task;
    return {
      files: this.#files,
      ...(property.kind === 'plain' ? { errorFunctions: flags.errorFunction } : {}),
      ...(property.kind === 'stated' || property.kind === 'termination' ? { property: property.specification } : {}),
      ...(property.kind === 'checks' ? { checks: checksIn(property) } : {}),
      dataModel: sources.dataModel,
      byteOrder: sources.byteOrder,
      timeout: flags.timeout,
      memory: flags.memory,
      portfolio: flags.portfolio,
      externals: flags.externals ?? (flags.property === undefined ? undefined : 'pure'),
      external: flags.external,
      ...this.#options,
    };
  }

  /** The result of a verification, which ends when the user asks for it. */
  async #whole(verification: Verification): Promise<Verdict> {
    const { signal, sources } = this.task;
    const { files } = sources;
    const stop = (): void => verification.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await verification.result;
    } catch (error) {
      if (!(error instanceof LemmataError)) throw error;
      const message = this.#files.reduce((text, copy, index) => text.replaceAll(copy, files[index]), error.message);
      throw message === error.message ? error : new LemmataError(error.code, message, error.at, { cause: error });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Runs them in the interpreter. Null, with messages on stderr, if they cannot be run. */
  async run(): Promise<Followed | null> {
    const { property, sources, signal } = this.task;
    if (signal.aborted) return null;
    return runUnguided(this.#files, property, {
      ...this.#options,
      model: sources.dataModel,
      byteOrder: sources.byteOrder,
    });
  }

  /** The innermost place of a violation in the programs; of a data race, the places of both accesses. */
  violationPlaces(run: ProgramRun): readonly SourceLocation[] {
    const { at } = violationPlace(run, (file) => this.texts[this.#files.indexOf(file)]?.body ?? null);
    return [at, ...placesOf(run).slice(1)];
  }

  /** The word that begins at a place of a copy; empty: none does. */
  wordAt({ file, line, column }: SourceLocation): string {
    const body = this.texts[this.#files.indexOf(file)]?.body ?? '';
    return /^\w+/.exec(body.split('\n')[line - 1]?.slice(column - 1) ?? '')?.[0] ?? '';
  }

  /** Null: the place is in another file, such as one that a line mark names. */
  origin(at: SourceLocation): Origin | null {
    const index = this.#files.indexOf(at.file);
    if (index < 0) return null;
    return { file: this.task.sources.files[index], ...originOf(this.texts[index], at) };
  }
}
