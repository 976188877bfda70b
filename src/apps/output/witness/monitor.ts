import type { SourceLocation } from '../../../base/source.ts';
import type { ProgramRun } from '../../../certify/replay/recorded-run.ts';
import type { WitnessPlace } from './location.ts';
import { Placer, Unplaced } from './placer.ts';
import type { Waypoint } from './read-witness.ts';
import { type Cycle, ENDED, Rules } from './rules.ts';
import { guardTarget, type Target } from './target.ts';
import { inputDeclaration, unusedInput } from './text/any-value.ts';
import { type ChangedText, changedText } from './text/changed-text.ts';
import { FileText } from './text/file-text.ts';
import { tokensOf } from './text/tokens.ts';
import type { ThreadStarts } from './thread-starts.ts';

/** The programs of a task, changed so that they follow a violation sequence. */
export interface Monitored {
  readonly kind: 'monitored';
  readonly texts: readonly ChangedText[];
  /**
   * Whether the changed programs have every run along the witness. Else they have only some of them, and
   * that they do not violate the property shows nothing.
   */
  readonly complete: boolean;
  /** Lines of each target, from 1: a violation elsewhere is not the one of the witness. A data race has two. */
  readonly targets: readonly Target[];
  /** Whether neighbouring waypoints share a place, so that one visit may pass one of them or all. */
  readonly shared: boolean;
}

/** A waypoint that cannot be followed: its index among all, and the reason in words. */
export interface NotFollowed {
  readonly kind: 'not-followed';
  readonly waypoint: number;
  readonly why: string;
}

/**
 * Changes the programs so that runs violate the property only along a violation sequence. A counter of
 * segments is added. A waypoint that is visited in its turn must hold, or the run waits forever. One
 * that is to be avoided must not hold. Error functions are called at the target alone, after all other
 * segments. `together`: one visit of a place passes all waypoints there that follow each other, else one
 * of them. `waits`: see {@link guardTarget}.
 */
export function monitored(
  files: readonly string[],
  segments: readonly (readonly Waypoint[])[],
  errorFunctions: readonly string[],
  together: boolean,
  waits = true,
): Monitored | NotFollowed {
  const texts = new Map(files.map((file) => [file, FileText.read(file)]));
  const defined = definedIn(texts.values());
  const waypoints = segments.flat();
  const threaded = waypoints.some(({ thread_id }) => thread_id !== undefined);
  const placer = new Placer(texts, new Rules(together, null, threaded), defined);
  const { blocked } = placer.rules;
  const keyOf = ({ file_name, line, column }: WitnessPlace): string => `${file_name}:${line}:${column}`;
  const targets = new Map<string, Target>();
  const problem = eachWaypoint(segments, (waypoint, turn, index) => {
    if (waypoint.type !== 'target') return placer.place(waypoint, turn, index);
    const text = placer.text(waypoint.location);
    // Two threads may come to one target.
    const key = keyOf(waypoint.location);
    if (targets.has(key)) return;
    const threads = waypoints.flatMap(({ type, location, thread_id }) =>
      type === 'target' && keyOf(location) === key ? (thread_id ?? []) : [],
    );
    const before = segments.slice(0, turn).flatMap((segment) => segment.slice(-1));
    const target = guardTarget([...texts.values()], text, waypoint, before, errorFunctions, turn, index, waits, {
      blocked,
      threads,
      defined,
    });
    if ('problem' in target) throw new Unplaced(target.problem);
    targets.set(key, target);
  });
  if (problem !== null) return problem;
  if (targets.size === 0)
    return { kind: 'not-followed', waypoint: segments.flat().length - 1, why: 'the last waypoint is no target' };
  placer.rules.insert();
  const found = [...targets.values()];
  const complete = !threaded && found.every((target) => target.complete);
  const { shared } = placer.rules;
  return {
    kind: 'monitored',
    texts: changedTexts(texts, threaded ? placer.starts : null),
    complete,
    targets: found,
    shared,
  };
}

/** Whether a run of one thread passed all waypoints of a witness before its target. False where not all its steps are known. */
export function passesAll({ steps, omitted }: ProgramRun, segments: readonly (readonly Waypoint[])[]): boolean {
  const turn = steps.findLast(({ assigned }) => assigned?.target === Rules.TURN)?.assigned?.value ?? '0';
  return omitted === null && turn === String(segments.length - 1);
}

/**
 * The ends of a run of several threads that passed all waypoints of a witness before its target, with the numbers of
 * their threads. Null: it passed others, or not all its steps are known.
 */
export function endsBehind(
  run: ProgramRun,
  segments: readonly (readonly Waypoint[])[],
): readonly { readonly at: SourceLocation; readonly thread: number }[] | null {
  if (segments.flat().some(({ thread_id }) => thread_id === undefined) || !passesAll(run, segments)) return null;
  const { steps } = run;
  const targets = segments.at(-1)?.filter(({ type }) => type === 'target') ?? [];
  return steps.slice(-targets.length).map(({ at, thread }) => {
    const first = steps.find((step) => step.thread === thread && step.assigned?.target === Rules.THREAD);
    return { at, thread: Number(first?.assigned?.value ?? 0) };
  });
}

/** The programs of a task, changed so that their runs without end follow a violation sequence. */
export interface EndlessMonitored {
  readonly kind: 'monitored';
  readonly texts: readonly ChangedText[];
  /** The function without a body that is called at the end of each turn of the cycle. */
  readonly mark: string;
  readonly shared: boolean;
}

export interface EndlessChoice {
  readonly together: boolean;
  readonly marked?: boolean;
  readonly defines?: readonly string[];
}

/**
 * Changes the programs so that runs that leave a violation sequence end. Behind the last segment of its
 * cycle the first one follows again, and a function is called as a mark. A run without end along the
 * sequence calls it again and again. `marked`: other runs without end have an end, too; `defines` are
 * macros of the command line. See {@link countDown}.
 */
export function endlessMonitored(
  files: readonly string[],
  segments: readonly (readonly Waypoint[])[],
  { together, marked = false, defines = [] }: EndlessChoice,
): EndlessMonitored | NotFollowed {
  const texts = new Map(files.map((file) => [file, FileText.read(file)]));
  const repeated = segments.map((segment) => segment.some(({ action }) => action === 'cycle'));
  const first = repeated.indexOf(true);
  const none = (why: string): NotFollowed => ({ kind: 'not-followed', waypoint: segments.flat().length - 1, why });
  if (first < 0) return none('the witness has no cycle');
  if (repeated.includes(false, first)) return none('nothing comes after a cycle');
  const mark = unusedInput(texts.values());
  if (mark === null) return none('the program calls all functions that could mark its turns');
  const cycle: Cycle = { first, last: segments.length - 1, mark, then: marked ? `${LEFT} = ${BETWEEN}; ` : '' };
  const defined = definedIn(texts.values());
  const placer = new Placer(texts, new Rules(together, cycle), defined);
  const problem = eachWaypoint(segments, (waypoint, turn, index) => placer.place(waypoint, turn, index));
  if (problem !== null) return problem;
  placer.rules.insert();
  if (marked && !countDown([...texts.values()], defines))
    return none('the program may jump back, or have loops in macros');
  const declaration = (index: number): string =>
    `${inputDeclaration(mark)}${marked ? ` ${countdownDeclaration(index === 0)}` : ''}`;
  const changed = changedTexts(texts, null, declaration);
  return { kind: 'monitored', texts: changed, mark, shared: placer.rules.shared };
}

/** Visits waypoints in order; returns the first one that has no place. */
function eachWaypoint(
  segments: readonly (readonly Waypoint[])[],
  visit: (waypoint: Waypoint, turn: number, index: number) => void,
): NotFollowed | null {
  let index = 0;
  for (const [turn, waypoints] of segments.entries()) {
    for (const waypoint of waypoints) {
      try {
        visit(waypoint, turn, index);
      } catch (error) {
        if (!(error instanceof Unplaced)) throw error;
        return { kind: 'not-followed', waypoint: index, why: error.message };
      }
      index++;
    }
  }
  return null;
}

/** `starts`: the calls that start the threads of the witness; null: it tells no threads apart. */
function changedTexts(
  texts: ReadonlyMap<string, FileText>,
  starts: ThreadStarts | null,
  declaration: (index: number) => string = () => '',
): readonly ChangedText[] {
  const words = starts?.insert();
  const counters = starts === null ? `int ${Rules.TURN};` : `_Atomic int ${Rules.TURN};`;
  return [...texts.values()].map((text, index) => {
    const { head = '', end = '' } = words?.get(text) ?? {};
    const own =
      starts === null ? '' : `${index === 0 ? '' : 'extern '}_Thread_local int ${Rules.THREAD}; ${ATOMIC_BLOCKS}`;
    const first = `${index === 0 ? '' : 'extern '}${counters} ${own}${head} ${declaration(index)}`;
    return changedText(text, first, end);
  });
}

/** Prototypes of the functions around steps that no other thread disturbs. */
const ATOMIC_BLOCKS = 'void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);';

/** Counter of the visits that remain until the next mark. */
const LEFT = 'lemmata_left';
/** Visits of counted places before the first mark, and between two marks. */
const BEFORE_FIRST = 1_000_000;
const BETWEEN = 1000;

/** Ways back that are counted nowhere. */
const OTHER_WAYS = /\b(?:goto|(?:sig|_)?setjmp|(?:sig|_)?longjmp|asm|__asm__|__asm)\b/;
/** Words of loops. */
const LOOPS = /\b(?:for|while|do|goto)\b/;

/**
 * Ends runs that visit too many heads of loops and beginnings of functions without a mark. A run without
 * end then calls the mark again and again, because every way back passes one of these places. False, and
 * nothing is changed, if the texts may have other ways back: jumps, or loops in macros and headers.
 */
function countDown(texts: readonly FileText[], defines: readonly string[]): boolean {
  if (defines.some((text) => LOOPS.test(text)) || texts.some(({ text }) => hasOtherWays(text))) return false;
  const count = `if (${LEFT}-- == 0) ${ENDED}`;
  for (const { structure, edits } of texts) {
    for (const { head, keyword } of structure.loops) {
      if (keyword === 'do') edits.wrap(head, `{ ${count} `, ' }', 0);
      else if (head.start === head.end) edits.wrap(head, ` (({ ${count} }), 1)`, '', 0);
      else edits.wrap(head, `(({ ${count} }), (`, '))', 0);
    }
    for (const { start } of structure.bodies) edits.wrap({ start: start + 1, end: start + 1 }, ` ${count}`, '', 0);
  }
  return true;
}

/** The names of the functions that have a body. */
function definedIn(texts: Iterable<FileText>): ReadonlySet<string> {
  return new Set([...texts].flatMap(({ structure }) => structure.bodies.map(({ name }) => name)));
}

function hasOtherWays(text: string): boolean {
  if (tokensOf(text).some((token) => OTHER_WAYS.test(token.text))) return true;
  const directives = text.replace(/\\\r?\n/g, ' ').match(/^[ \t]*#.*$/gm) ?? [];
  return directives.some(
    (line) => /^[ \t]*#[ \t]*include[ \t]*[^<\s]/.test(line) || (/define/.test(line) && LOOPS.test(line)),
  );
}

/** The declaration of the counter in the first text, or in others. */
function countdownDeclaration(isFirst: boolean): string {
  return isFirst ? `unsigned int ${LEFT} = ${BEFORE_FIRST};` : `extern unsigned int ${LEFT};`;
}
