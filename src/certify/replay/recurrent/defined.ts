import { stronglyConnected } from '../../../base/graph.ts';
import type { SourceLocation } from '../../../base/source.ts';
import { Layout } from '../../../c/types/layout.ts';
import type { AutomatonFunction, Edge, Expr, Place, Program } from '../../../program/cfa/automaton.ts';
import { negationRequirements, type Requirement, requirementsOf } from '../../../program/cfa/checks/arithmetic.ts';
import { conversionRequirements } from '../../../program/cfa/checks/conversion.ts';
import { isDefinedKind } from '../../../program/cfa/checks/kinds.ts';
import { rangeOf } from '../../../program/cfa/checks/range.ts';
import { libraryTreatment } from '../../../program/cfa/meaning.ts';
import { walkOperation } from '../../../program/cfa/walk.ts';

/** A location of the program. */
export interface ProgramPoint {
  readonly function: number;
  readonly location: number;
}

/**
 * Returns an operation on some cycle through a location whose behaviour may be undefined or unknown; null
 * if there is none. Types and constants alone decide, so that the answer holds for all turns of the
 * cycle. A call may return to any of its function's callers.
 */
export function perhapsUndefined(
  program: Program,
  head: ProgramPoint,
): { readonly construct: string; readonly at: SourceLocation | null } | null {
  const layout = new Layout(program);
  for (const edge of edgesOnCycles(program, head)) {
    const construct = constructOf(program, layout, edge);
    if (construct !== null) return { construct: `${construct} in an endless loop`, at: edge.at };
  }
  return null;
}

/** The edges that may be taken between two visits of a location. */
function edgesOnCycles({ functions }: Program, head: ProgramPoint): readonly Edge[] {
  const first: number[] = [];
  let count = 0;
  for (const fn of functions) {
    first.push(count);
    count += fn?.locationCount ?? 0;
  }
  const successors: number[][] = Array.from({ length: count }, () => []);
  const node = (id: number, location: number): number => first[id] + location;
  const defined = functions.flatMap((fn) => (fn?.defined ? [fn] : []));
  for (const fn of defined)
    for (const edge of fn.edges) {
      const callees = calleesOf(functions, edge);
      if (callees === null) {
        if (!endsRun(functions, edge)) successors[node(fn.id, edge.from)].push(node(fn.id, edge.to));
        continue;
      }
      for (const callee of callees) {
        successors[node(fn.id, edge.from)].push(node(callee.id, callee.entry));
        successors[node(callee.id, callee.exit)].push(node(fn.id, edge.to));
      }
    }
  const components = stronglyConnected(successors);
  const wanted = components[node(head.function, head.location)];
  const isInside = (id: number, location: number): boolean => components[node(id, location)] === wanted;
  return defined.flatMap((fn) =>
    fn.edges.filter((edge) => {
      if (!isInside(fn.id, edge.from)) return false;
      return calleesOf(functions, edge) !== null || (!endsRun(functions, edge) && isInside(fn.id, edge.to));
    }),
  );
}

/** The functions with a body that the edge calls; null for edges that enter no body. */
function calleesOf(functions: Program['functions'], { op }: Edge): readonly AutomatonFunction[] | null {
  if (op.kind !== 'call') return null;
  // A call through a pointer may enter any function.
  if (op.callee.kind === 'indirect') return functions.flatMap((fn) => (fn?.defined ? [fn] : []));
  const callee = functions[op.callee.function];
  return callee?.defined ? [callee] : null;
}

/** Whether the edge traps, or calls a function that does not return: a run without end does not take it. */
function endsRun(functions: Program['functions'], { op }: Edge): boolean {
  if (op.kind === 'intrinsic') return op.name === 'trap';
  if (op.kind !== 'call' || op.callee.kind !== 'direct') return false;
  const callee = functions[op.callee.function];
  return callee != null && (callee.noreturn || libraryTreatment(callee) === 'ends');
}

/** The part of an operation whose behaviour types and constants do not make certain; null if there is none. */
function constructOf({ functions }: Program, layout: Layout, { op }: Edge): string | null {
  let found: string | null = null;
  const note = (construct: string | null): void => {
    found ??= construct;
  };
  switch (op.kind) {
    case 'call': {
      if (op.callee.kind === 'indirect') note('a call through a pointer');
      else {
        const callee = functions[op.callee.function];
        if (callee == null) note('a call of no function');
        else if (!callee.defined && !isInput(callee)) note(`a call of ${callee.name}`);
        else if (callee.defined && callee.type.parameters.length !== op.arguments.length)
          note(`a call of ${callee.name} with other arguments`);
      }
      break;
    }
    case 'intrinsic':
      note(`the operation ${op.name}`);
      break;
    case 'unsupported':
    case 'choose':
      note(op.kind === 'choose' ? 'a library function' : op.construct);
      break;
    case 'declare':
      if (op.variable.type.kind === 'array' && op.variable.type.length === 'variable')
        note('an array of variable length');
      break;
    case 'skip':
    case 'assume':
    case 'case':
    case 'default':
    case 'assign':
    case 'zero':
    case 'set-string':
    case 'return':
      break;
  }
  walkOperation(op, { expr: (e) => note(partOf(layout, e)), place: (place) => note(placeIn(layout, place)) }, true);
  return found;
}

function isInput({ name, origin }: AutomatonFunction): boolean {
  return origin === 'verifier' && (name.startsWith('__VERIFIER_nondet_') || name === '__VERIFIER_assume');
}

function partOf(layout: Layout, e: Expr): string | null {
  switch (e.kind) {
    case 'binary':
      return mayBeUndefined(requirementsOf(layout, e.type, e.operator, e.left, e.right))
        ? `an operation ${e.operator} that may be undefined`
        : null;
    case 'negate':
      return mayBeUndefined(negationRequirements(layout, e.type, e.operand))
        ? 'a negation that may be undefined'
        : null;
    case 'convert':
      return mayBeUndefined(conversionRequirements(layout, e.type, e.operand))
        ? 'a conversion that may be undefined'
        : null;
    case 'compare':
      return e.left.type.kind === 'pointer' && e.operator !== '==' && e.operator !== '!='
        ? 'an order of pointers'
        : null;
    case 'pointer-add':
      return 'arithmetic of pointers';
    case 'pointer-difference':
      return 'a difference of pointers';
    case 'size-of':
      return 'an array of variable length';
    case 'integer':
    case 'float':
    case 'load':
    case 'address':
    case 'function-address':
    case 'label-address':
    case 'complement':
    case 'not':
    case 'conditional':
    case 'complex-part':
    case 'complex':
      return null;
  }
}

/** Whether some requirement is one that C makes: others ask about what it defines. */
function mayBeUndefined(requirements: readonly Requirement[]): boolean {
  return requirements.some((requirement) => !isDefinedKind('of' in requirement ? requirement.of : requirement.kind));
}

function placeIn(layout: Layout, place: Place): string | null {
  switch (place.kind) {
    case 'variable':
    case 'member':
      return null;
    case 'dereference':
      return 'an access through a pointer';
    case 'element': {
      const { type } = place.base;
      const length = type.kind === 'array' && typeof type.length === 'bigint' ? type.length : null;
      const index = rangeOf(layout, place.index);
      const inside = length !== null && index !== null && index.min >= 0n && index.max < length;
      return inside ? null : 'an access to an array';
    }
  }
}
