import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { removeQuietly, replaceWhole } from '../../base/files.ts';
import { type AnswerStore, MOST_CHARACTERS } from './answer-store.ts';

/** Most bytes of a folder. */
const MOST_BYTES = 256 * 2 ** 20;
const NAME = /^[0-9a-f]{64}\.json$/;
/** Matches the files that a killed process has left behind. */
const LEFT_OVER = /^[0-9a-f]{64}\.json\.\d+\.tmp$/;
const LEFT_OVER_MILLISECONDS = 3_600_000;

/**
 * Answers in a folder that several processes may use: each file is renamed to its place as a whole.
 * When the folder holds more than `bytes`, the answer that was not read for the longest time is
 * removed first.
 */
export class FolderStore implements AnswerStore {
  constructor(
    private readonly folder: string,
    private readonly bytes: number = MOST_BYTES,
  ) {}

  async get(name: string): Promise<string | null> {
    const file = this.#fileOf(name);
    try {
      const text = readFileSync(file, 'utf8');
      const now = new Date();
      utimesSync(file, now, now);
      return text;
    } catch {
      return null;
    }
  }

  async put(name: string, text: string): Promise<void> {
    if (text.length > MOST_CHARACTERS) return;
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      replaceWhole(this.#fileOf(name), text);
      this.#makeRoom();
    } catch {
      // The disk is full, or the folder belongs to another user: nothing is stored.
    }
  }

  /** The last of several processes counts that change a text at the same moment. */
  async change(name: string, changed: (before: string | null) => string): Promise<void> {
    await this.put(name, changed(await this.get(name)));
  }

  async remove(name: string): Promise<void> {
    removeQuietly(this.#fileOf(name));
  }

  #fileOf(name: string): string {
    return join(this.folder, `${name}.json`);
  }

  #makeRoom(): void {
    const now = Date.now();
    const files = readdirSync(this.folder).flatMap((name) => {
      const file = join(this.folder, name);
      const { size = 0, mtimeMs = now } = statSync(file, { throwIfNoEntry: false }) ?? {};
      if (LEFT_OVER.test(name) && now - mtimeMs > LEFT_OVER_MILLISECONDS) removeQuietly(file);
      return NAME.test(name) ? [{ file, size, mtimeMs }] : [];
    });
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { file, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (total <= this.bytes) return;
      removeQuietly(file);
      total -= size;
    }
  }
}
