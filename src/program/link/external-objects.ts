import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import { Layout } from '../../c/types/layout.ts';
import { isComplete, UCHAR, valueType } from '../../c/types/type-basics.ts';
import type { ArrayType, CType } from '../../c/types/types.ts';
import type { AutomatonFunction, Operation, Program } from '../cfa/automaton.ts';
import { shapeOf } from '../cfa/compatible.ts';
import { readingOf } from '../cfa/external-functions.ts';
import { objectName } from '../cfa/external-objects.ts';
import { firstFreeVariable } from '../cfa/free-variable.ts';
import { functionAddresses } from './pointer-flow.ts';

/**
 * Adds objects of static storage that only external functions read as `havoc` know by name. Such
 * functions bring these objects along: pointers that they return, pass or store may lead there, and
 * calls may change them. Every run with them is a run of the program with some definition of the
 * functions. Proofs do not depend on their number, since a pointer may also lead to unknown memory.
 */

/** Limit of the objects of one program. */
const MOST_OBJECTS = 8;
/** Number of objects of each record type: two may lead to each other. */
const RECORDS = 2;
/** Number of elements of an array of scalars. */
const ELEMENTS = 4n;
/** Number of elements of an array of characters, and bytes of an object of unknown type. */
const CHARACTERS = 16n;
const BYTES = 64n;
/** Limit of the bytes of an object; larger ones are left out. */
const MOST_BYTES = 1024n;

/**
 * Returns the program with objects of its external functions; the same program if these give no
 * pointers in runs.
 */
export function withExternalObjects(program: Program, calledBack: readonly AutomatonFunction[]): Program {
  const makers = changingFunctions(program);
  const [first] = makers.values();
  if (first === undefined) return program;
  const layout = new Layout(program);
  const objects: Variable[] = [];
  let id = firstFreeVariable(program);
  for (const { type, count } of objectTypes(program, makers, calledBack, layout)) {
    for (let i = 0; i < count && objects.length < MOST_OBJECTS; i++) {
      objects.push(objectOf(type, id++, objectName(objects.length + 1), first.at));
    }
  }
  return objects.length === 0 ? program : { ...program, globals: [...program.globals, ...objects] };
}

/** Collects the external functions read as `havoc` that the program calls or takes the address of, by id. */
function changingFunctions(program: Program): ReadonlyMap<number, AutomatonFunction> {
  const used = new Set(functionAddresses(program));
  for (const fn of program.functions) {
    for (const { op } of fn?.edges ?? [])
      if (op.kind === 'call' && op.callee.kind === 'direct') used.add(op.callee.function);
  }
  const found = new Map<number, AutomatonFunction>();
  for (const fn of program.functions) {
    if (fn !== null && used.has(fn.id) && readingOf(program, fn) === 'havoc') found.set(fn.id, fn);
  }
  return found;
}

interface ObjectType {
  readonly type: CType;
  readonly count: number;
}

/**
 * Lists the types of objects that pointers from external functions may lead to, those near the results
 * first.
 */
function* objectTypes(
  program: Program,
  makers: ReadonlyMap<number, AutomatonFunction>,
  calledBack: readonly AutomatonFunction[],
  layout: Layout,
): Iterable<ObjectType> {
  const pending: CType[] = [];
  for (const { type } of makers.values()) pending.push(...targetsIn(type.result));
  for (const { parameters } of calledBack) pending.push(...parameters.flatMap(({ type }) => targetsIn(type)));
  for (const { arguments: args, callee } of callsIn(program)) {
    if (callee.kind === 'direct' && !makers.has(callee.function)) continue;
    // An external function changes the targets of its arguments, not the arguments.
    for (const { type } of args) for (const target of targetsIn(type)) pending.push(...targetsIn(target));
  }
  for (const { type, external } of program.globals) if (external) pending.push(...targetsIn(type));
  const seen = new Set<string>();
  // Breadth first. The loop appends to the list.
  for (const target of pending) {
    const key = keyOf(target);
    if (seen.has(key)) continue;
    seen.add(key);
    const object = objectType(target, layout);
    if (object === null) continue;
    yield object;
    pending.push(...targetsIn(object.type));
  }
}

function* callsIn({ functions }: Program): Iterable<Operation & { kind: 'call' }> {
  for (const fn of functions) for (const { op } of fn?.edges ?? []) if (op.kind === 'call') yield op;
}

/** Lists the types that pointers in an object of the type lead to, except for pointers in unions. */
function targetsIn(type: CType): readonly CType[] {
  const found: CType[] = [];
  const pending = [type];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'pointer') found.push(next.target);
    else if (next.kind === 'array') pending.push(next.element);
    else if (next.kind === 'struct') for (const field of next.definition.fields ?? []) pending.push(field.type);
  }
  return found.reverse();
}

/** Returns a key. Pointers of the same key share an object. */
function keyOf(type: CType): string {
  if (type.kind === 'array') return `${String(type.length)} of ${keyOf(type.element)}`;
  if (type.kind !== 'pointer') return shapeOf(type);
  return `pointer to ${type.target.kind === 'pointer' ? 'pointer' : shapeOf(type.target)}`;
}

/** Returns the kind of objects that are made for a pointer to `target`; null if none can be made. */
function objectType(target: CType, layout: Layout): ObjectType | null {
  if (target.kind === 'function') return null;
  if (target.kind === 'void') return { type: arrayOf(UCHAR, BYTES), count: 1 };
  const type = plain(target);
  const size = isComplete(type) ? layout.sizeOf(type) : null;
  if (size === null || size === 0n || size > MOST_BYTES) return null;
  switch (type.kind) {
    case 'struct':
    case 'union':
      return { type, count: RECORDS };
    case 'array':
      return { type, count: 1 };
    default:
      return {
        type: arrayOf(type, type.kind === 'integer' && type.name.endsWith('char') ? CHARACTERS : ELEMENTS),
        count: 1,
      };
  }
}

function arrayOf(element: CType, length: bigint): ArrayType {
  return { kind: 'array', element, length };
}

function plain(type: CType): CType {
  return type.kind === 'array' ? { ...type, element: plain(type.element) } : valueType(type);
}

function objectOf(type: CType, id: number, name: string, at: SourceLocation): Variable {
  return {
    id,
    name,
    type,
    storage: 'static',
    external: true,
    undefined: false,
    scope: null,
    threadLocal: false,
    initializer: null,
    at,
  };
}
