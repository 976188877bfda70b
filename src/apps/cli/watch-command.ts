import { spawn } from 'node:child_process';
import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LemmataError } from '../../base/errors.ts';
import { onSignals } from '../../base/signals.ts';
import { TemporaryFolder } from '../../base/temporary-folder.ts';
import type { CheckFlags } from './flags.ts';
import { write } from './output.ts';

/** Files that programs are made of. */
const SOURCE = /\.(?:c|h|i|inc|def)$/i;
/** Editors write a file in several steps; a check begins when nothing changed for so long, in ms. */
const CALM_MILLISECONDS = 150;

/**
 * `lemmata watch`: checks the files, and again whenever one of them, a header or another file of the options
 * changes. Answers are kept from one check to the next. `words`: the command line behind the name of the
 * command. Resolves to exit code 0 when a signal asks for the end. Throws LemmataError `E-USAGE` without files.
 */
export async function watchCommand(
  files: readonly string[],
  flags: CheckFlags,
  words: readonly string[],
): Promise<number> {
  if (files.length === 0) throw new LemmataError('E-USAGE', 'no file is given');
  const answers = flags.cache === undefined ? new TemporaryFolder('answers') : null;
  const given = answers === null ? words : ['--cache', answers.path, ...words];
  const further = [flags.hints, flags.compileCommands].filter((file) => file !== undefined);
  const changes = new Changes([...files, ...further], flags.include ?? []);
  let isOver = false;
  const dispose = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], () => {
    isOver = true;
    changes.close();
  });
  try {
    while (!isOver) {
      changes.forget();
      const child = startCheck(['check', ...given]);
      const changed = await Promise.race([changes.next, child.gone.then(() => null)]);
      if (changed !== null || isOver) child.stop();
      await child.gone;
      const file = changed ?? (await changes.next);
      if (file !== null) await write(process.stderr, `lemmata: ${file} changed\n`);
    }
    return 0;
  } finally {
    dispose();
    answers?.remove();
  }
}

/** A check in a process of its own, with the output of this one. */
function startCheck(args: readonly string[]): { readonly gone: Promise<void>; readonly stop: () => void } {
  const child = spawn(process.execPath, [process.argv[1], ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // The first signal asks for the results so far, the second one ends the check.
  const stop = (): void => {
    child.kill('SIGTERM');
    child.kill('SIGTERM');
  };
  return { gone, stop };
}

/** Changes of files that were given, and of sources in their folders and in further ones. */
class Changes {
  readonly #watchers: readonly FSWatcher[];
  readonly #named: ReadonlySet<string>;
  readonly #known = new Map<string, string>();
  #tell: (file: string | null) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** The file that changes next, once it is calm; null: the watch is over. */
  next!: Promise<string | null>;

  constructor(files: readonly string[], folders: readonly string[]) {
    this.#named = new Set(files.map((file) => join(file)));
    const all = new Set([...files.map((file) => dirname(file)), ...folders]);
    for (const file of this.#named) this.#known.set(file, stampOf(file));
    this.#watchers = [...all].map((folder) => watch(folder, (_, name) => this.#touched(join(folder, name ?? ''))));
    this.forget();
  }

  /** Changes so far do not count. */
  forget(): void {
    this.next = new Promise((resolve) => {
      this.#tell = resolve;
      if (this.#isClosed) resolve(null);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const watcher of this.#watchers) watcher.close();
    clearTimeout(this.#timer);
    this.#tell(null);
  }

  #touched(file: string): void {
    if (!this.#named.has(file) && !SOURCE.test(basename(file))) return;
    const stamp = stampOf(file);
    if (this.#known.get(file) === stamp) return;
    this.#known.set(file, stamp);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(file), CALM_MILLISECONDS);
  }
}

/** A text that differs between versions of a file. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.size} ${found.ino}`;
}
