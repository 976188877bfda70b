import type { SourceLocation } from '../base/source.ts';
import { fileOf, type Waypoint } from './read-witness.ts';
import { type FoundCall, Sources } from './sources.ts';

/**
 * Counter of the waypoints that a run has passed; the only additional variable of the changed
 * programs.
 */
const TURN = 'lemmata_turn';

/**
 * Returns the texts of the programs, changed so that runs reach the error only along a violation
 * sequence. A call that the next waypoint names returns the stated value. The call of the error
 * function is delayed until all waypoints have been passed. Values that the witness leaves open stay
 * open. Null if a waypoint is neither of those, or at a call that is not found in the text.
 */
export function restricted(
  files: readonly string[],
  segments: readonly (readonly Waypoint[])[],
): readonly string[] | null {
  const sources = new Sources(files);
  const waypoints = segments.flat();
  const [target, returns] = [waypoints.at(-1), waypoints.slice(0, -1)];
  if (target?.type !== 'target' || waypoints.some(({ action }) => action !== 'follow')) return null;
  const texts = new ChangedTexts(sources);
  const error = find(target, files, (at) => sources.callAt(at));
  if (error === null) return null;
  texts.surround(error, `({ while (${TURN} != ${returns.length}); `, '; })');
  const turns = new Map<string, { readonly call: FoundCall; readonly cases: string[] }>();
  for (const [turn, waypoint] of returns.entries()) {
    const constant = /^\s*\\result\s*==\s*(.+?)\s*$/.exec(String(waypoint.constraint?.value ?? ''))?.[1];
    const call = find(waypoint, files, (at) => sources.callThatEnds(at));
    if (waypoint.type !== 'function_return' || constant === undefined || call === null) return null;
    const key = JSON.stringify(call.at);
    const known = turns.get(key) ?? { call, cases: [] };
    turns.set(key, known);
    known.cases.push(`case ${turn}: lemmata_value = (${constant}); ${TURN}++; break;`);
  }
  for (const { call, cases } of turns.values())
    texts.surround(
      call,
      `({ __typeof__(${call.text}) lemmata_value = `,
      `; switch (${TURN}) { ${cases.join(' ')} } lemmata_value; })`,
    );
  return files.map((file, index) => `${index === 0 ? `int ${TURN} = 0;` : `extern int ${TURN};`}\n${texts.of(file)}`);
}

function find(
  { location }: Waypoint,
  files: readonly string[],
  lookUp: (at: SourceLocation) => FoundCall | null,
): FoundCall | null {
  const { line, column } = location;
  const file = fileOf(location, files);
  return file === null || column === undefined ? null : lookUp({ file, line, column });
}

/** Programs with text inserted before and after some of their calls. */
class ChangedTexts {
  readonly #words = new Map<string, { readonly column: number; readonly text: string }[]>();

  constructor(private readonly sources: Sources) {}

  surround({ at: { file, line, column }, text }: FoundCall, before: string, behind: string): void {
    const key = JSON.stringify([file, line]);
    const known = this.#words.get(key) ?? [];
    this.#words.set(key, known);
    known.push({ column, text: before }, { column: column + text.length, text: behind });
  }

  of(file: string): string {
    return this.sources
      .lines(file)
      .map((line, index) => {
        let changed = line;
        // From the end, so that the columns before it stay valid.
        const words = (this.#words.get(JSON.stringify([file, index + 1])) ?? []).sort((a, b) => b.column - a.column);
        for (const { column, text } of words) changed = changed.slice(0, column - 1) + text + changed.slice(column - 1);
        return changed;
      })
      .join('\n');
  }
}
