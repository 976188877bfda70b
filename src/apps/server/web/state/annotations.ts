import type { SubmittedTask } from '../../protocol.ts';
import type { LemmaRecord } from './lemma-records.ts';
import { lemmasInProof, type Race } from './race.ts';
import type { StepPlace } from './result.ts';

/** The notes at a line of the source. */
export interface LineNotes {
  /** Invariants of the proof at loops of this line. */
  readonly invariants: readonly InvariantNote[];
  /** Lemmas about loops of this line: first those of the proof, then those used by an engine. */
  readonly lemmas: readonly LemmaNote[];
  readonly messages: readonly { readonly severity: 'error' | 'warning'; readonly text: string }[];
  /** Whether the error is reached at this line. */
  readonly error: boolean;
}

interface InvariantNote {
  readonly keyword: string;
  /** One conjunct a line, in C where C can express it. */
  readonly lines: readonly string[];
}

interface LemmaNote {
  readonly lemma: LemmaRecord;
  readonly expression: string;
  readonly inProof: boolean;
}

const MOST_LEMMAS = 50;

const NOTHING: LineNotes = { invariants: [], lemmas: [], messages: [], error: false };

/** Notes by line (from 1) of one file; lines without notes are missing. */
export function lineNotes(race: Race, file: string): ReadonlyMap<number, LineNotes> {
  const notes = new Map<number, LineNotes>();
  const add = (at: StepPlace | null, how: (before: LineNotes) => LineNotes): void => {
    if (at !== null && at.file === file) notes.set(at.line, how(notes.get(at.line) ?? NOTHING));
  };
  for (const { at, severity, message } of race.diagnostics) {
    add(at, (before) => ({ ...before, messages: [...before.messages, { severity, text: message }] }));
  }
  const result = race.end?.kind === 'verdict' ? race.end.result : null;
  if (result?.verdict === 'TRUE') {
    for (const { at, keyword, lines } of result.certificate.invariants) {
      if (lines.length === 0) continue;
      add(at, (before) => ({ ...before, invariants: [...before.invariants, { keyword, lines }] }));
    }
  } else if (result?.verdict === 'FALSE' && result.violation.kind === 'program') {
    add(result.violation.error, (before) => ({ ...before, error: true }));
  }
  const proof = lemmasInProof(race);
  const weight = ({ id, usedBy }: LemmaRecord): number => (proof.has(id) ? 2 : usedBy.length > 0 ? 1 : 0);
  const lemmas = [...race.lemmas.values()].sort((a, b) => weight(b) - weight(a) || a.id - b.id);
  for (const lemma of lemmas) {
    for (const { at, expression } of lemma.text ?? []) {
      const note = { lemma, expression, inProof: proof.has(lemma.id) };
      add(at, (before) =>
        before.lemmas.length >= MOST_LEMMAS ? before : { ...before, lemmas: [...before.lemmas, note] },
      );
    }
  }
  return notes;
}

export interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** Name without the folder that all files share. */
  readonly label: string;
  /** Whether the text is the preprocessor's output, not that of the file. */
  readonly preprocessed: boolean;
}

/** Lists the submitted files, and other files of the program. */
export function sourceFiles(task: SubmittedTask, { sources }: Pick<Race, 'sources'>): readonly SourceFile[] {
  const submitted = new Set(task.files.map(({ name }) => name));
  const files = [
    ...task.files.map((file) => ({ ...file, preprocessed: false })),
    ...sources.filter(({ name }) => !submitted.has(name)).map((file) => ({ ...file, preprocessed: true })),
  ];
  const common = files.map(({ name }) => name.slice(0, name.lastIndexOf('/') + 1)).reduce(commonFolder);
  return files.map((file) => ({ ...file, label: file.name.slice(common.length) }));
}

/** The longest folder, with its slash, that contains both. */
function commonFolder(one: string, other: string): string {
  let end = 0;
  for (let at = 0; at < one.length && one[at] === other[at]; at++) if (one[at] === '/') end = at + 1;
  return one.slice(0, end);
}

/** Returns the text of a lemma, in one line. */
export function lemmaText({ text }: Pick<LemmaRecord, 'text'>): string {
  if (text === null || text.length === 0) return '(of the whole state)';
  return text.map(({ at, expression }) => `${expression}${at === null ? '' : `  (line ${at.line})`}`).join('; ');
}

/** The subject of an invariant, behind the word `invariant`. */
export function subjectOf(keyword: string): string {
  return keyword === 'threads' ? ' between the steps of threads' : ` of the ${keyword}`;
}
