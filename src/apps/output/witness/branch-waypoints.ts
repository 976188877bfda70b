import type { SourceLocation } from '../../../base/source.ts';
import type { Branch } from '../../../program/cfa/automaton.ts';
import { witnessLocation } from './location.ts';
import type { Sources } from './sources.ts';
import { FileText } from './text/file-text.ts';
import type { FoundBranching } from './text/found.ts';

/** Finds the waypoints of branches in the input files. */
export class BranchWaypoints {
  /** Places of statements whose branches can be told, by file. */
  readonly #told = new Map<string, ReadonlySet<string>>();

  constructor(private readonly sources: Sources) {}

  /** Null where the input files do not show the statement, or readers may take another one for it. */
  waypoint({ at, taken }: Branch): object | null {
    let told = this.#told.get(at.file);
    if (told === undefined) {
      const text = this.sources.text(at.file);
      told = new Set(text === null ? [] : toldPlaces(new FileText(at.file, text)));
      this.#told.set(at.file, told);
    }
    if (!told.has(placeText(at))) return null;
    return { type: 'branching', action: 'follow', location: witnessLocation(at), constraint: { value: `${taken}` } };
  }
}

/**
 * Statements that no other one shares its line with, since CPAchecker takes the first one behind a place. It follows
 * neither `do` nor the way into an `else` without a statement.
 */
function toldPlaces(text: FileText): readonly string[] {
  const places = text.structure.branchings.flatMap((branching) =>
    branching.places.map((offset) => ({ branching, ...text.placeOf(offset) })),
  );
  const inLine = new Map<number, number>();
  for (const { line } of places) inLine.set(line, (inLine.get(line) ?? 0) + 1);
  return places.flatMap((place) =>
    inLine.get(place.line) === 1 && isTold(place.branching, text.text) ? [placeText(place)] : [],
  );
}

function isTold({ keyword, otherwise }: FoundBranching, text: string): boolean {
  if (keyword === '?' || keyword === 'switch' || keyword === 'do') return false;
  return otherwise === null || !/^[\s{};]*$/.test(text.slice(otherwise.start, otherwise.end));
}

function placeText({ line, column }: Pick<SourceLocation, 'line' | 'column'>): string {
  return `${line}:${column}`;
}
