import type { SourceLocation } from '../../base/source.ts';
import { closesStream, opensStream } from '../../c/builtins/library/table.ts';
import { BOOL, INT, pointerTo, sizeType, VOID } from '../../c/types/type-basics.ts';
import type { Expr, Place } from '../cfa/automaton.ts';
import { WATCH_CHOICE } from '../cfa/beyond.ts';
import { undefinedOrigin } from '../cfa/jump-functions.ts';
import * as make from '../cfa/make.ts';
import { FIRST_STREAM, isStandardStream, STREAM_STEP } from '../cfa/standard-streams.ts';
import { require } from './checks.ts';
import type { ProgramContext, WatchedStream } from './context.ts';
import type { FunctionDraft } from './draft.ts';

/**
 * Checks that streams are open. A run watches one stream, which an input chooses when it is opened, and
 * knows whether it was closed since. A proof holds for each choice, and so for each stream.
 */

const STREAM = pointerTo(VOID);

/** The watched stream of a program; null where it closes none. */
function watchedStream(context: ProgramContext): WatchedStream | null {
  if (context.watchedStream === undefined) context.watchedStream = closesStreams(context) ? made(context) : null;
  return context.watchedStream;
}

function closesStreams({ unit }: ProgramContext): boolean {
  return unit.functions.some(({ name, definition }) => definition === null && closesStream(name));
}

function made(context: ProgramContext): WatchedStream {
  const { functions, globals } = context.unit;
  return {
    stream: context.hidden('$stream', STREAM),
    closed: context.hidden('$closed', INT),
    others:
      functions.some((fn) => fn.definition === null && undefinedOrigin(fn).origin === 'external') ||
      globals.some((variable) => variable.undefined && !isStandardStream(variable)),
  };
}

/** Emits the check that a stream is neither null nor closed, and notes that a function closes it. */
export function requireOpen(
  b: FunctionDraft,
  name: string,
  given: Expr,
  isStandard: boolean,
  at: SourceLocation,
): void {
  const watched = watchedStream(b.context);
  const isNull = make.compare('==', given, make.zeroOf(given.type));
  if (watched === null) {
    if (!isStandard) require(b, { kind: 'argument', what: `${name} of a null pointer`, violated: isNull }, at);
    return;
  }
  const stream = make.convert(b.layout, STREAM, given);
  const isWatched = make.compare('==', stream, make.load(watched.stream));
  const isClosed = make.conditional(INT, isWatched, make.load(watched.closed), make.ZERO);
  const violated = isStandard ? isClosed : make.conditional(INT, isNull, make.ONE, isClosed);
  require(b, { kind: 'argument', what: `${name} of a null or closed stream`, violated }, at);
  if (!closesStream(name)) return;
  if (watched.others || isStandard) watchPerhaps(b, watched, stream, at);
  const [here, next] = [b.newLocation(), b.newLocation()];
  b.branch(isWatched, here, next, at);
  b.here = here;
  b.emitTo({ kind: 'assign', target: watched.closed, value: make.ONE }, next, at);
  b.here = next;
}

/** Most bytes between the addresses of two streams that are opened one after the other. */
const MOST_BETWEEN = 1 << 24;

/**
 * Emits the choice whether a stream that was opened is the one that is watched. Its address lies above all
 * earlier ones: no other stream has it, as no program can ask for the address of a closed one.
 */
export function watchOpened(b: FunctionDraft, name: string, result: Place | null, at: SourceLocation): void {
  const watched = opensStream(name) ? watchedStream(b.context) : null;
  if (watched === null || result?.type.kind !== 'pointer') return;
  const size = sizeType(b.context.unit.dataModel);
  const next = b.context.hidden('$opened', size);
  const number = (value: number): Expr => make.integer(size, BigInt(value));
  const combined = (operator: '+' | '-', left: Expr, right: Expr): Expr =>
    make.binary(b.layout, size, operator, left, right);
  const stream = b.hoist(make.convert(b.layout, STREAM, make.load(result)), at);
  const beyondFirst = b.hoist(combined('-', make.convert(b.layout, size, stream), number(FIRST_STREAM)), at);
  const isOpened = make.compare('!=', stream, make.zeroOf(STREAM));
  const isLater = make.compare('<', combined('-', beyondFirst, make.load(next)), number(MOST_BETWEEN));
  const assume = b.context.libraryFunction('__VERIFIER_assume', [INT], VOID, 'verifier');
  const callee = { kind: 'direct', function: assume } as const;
  const expected = make.conditional(INT, isOpened, isLater, make.ONE);
  b.emit({ kind: 'call', callee, arguments: [expected], result: null }, at);
  const behind = combined('+', beyondFirst, number(STREAM_STEP));
  b.assign(next, make.conditional(size, isOpened, behind, make.load(next)), at);
  watchPerhaps(b, watched, stream, at);
}

function watchPerhaps(b: FunctionDraft, watched: WatchedStream, stream: Expr, at: SourceLocation): void {
  const chosen = b.context.newVariable('$watches', BOOL, 'automatic', b.declaration.id, at);
  b.addLocal(chosen);
  const result = make.variablePlace(chosen);
  const choice = b.context.libraryFunction(WATCH_CHOICE, [], BOOL, 'verifier');
  b.emit({ kind: 'call', callee: { kind: 'direct', function: choice }, arguments: [], result }, at);
  const [watch, next] = [b.newLocation(), b.newLocation()];
  b.branch(make.load(result), watch, next, at);
  b.here = watch;
  b.emit({ kind: 'assign', target: watched.stream, value: stream }, at);
  b.emitTo({ kind: 'assign', target: watched.closed, value: make.ZERO }, next, at);
  b.here = next;
}
