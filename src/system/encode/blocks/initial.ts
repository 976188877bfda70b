import type { Term } from '../../../logic/terms/builder.ts';
import { substitute } from '../../../logic/terms/substitute.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { StaticValue } from '../../../program/cfa/automaton.ts';
import { isStandardStream } from '../../../program/cfa/standard-streams.ts';
import type { Targets } from '../../offsets/facts.ts';
import { holdsBytes } from '../../shapes/byte-cells.ts';
import type { Encoding } from '../machine/encoding.ts';
import type { Execution } from '../machine/execution.ts';
import { noteForgotten } from '../memory/bytes/kept-pointers.ts';
import type { MemoryObject } from '../objects/object.ts';
import { SUMMARY_OBJECT } from '../plan/pointer-format.ts';
import { contentAt } from './initial-parts.ts';

/**
 * Returns the content of a cell of static storage when the program starts. `x` evaluates constant
 * initialisers; its state is not used. A global that no file defines has unknown content: inputs of
 * block 0.
 */
export function initialCell(x: Execution, encoding: Encoding, cell: number): Term {
  const object = encoding.objects.ownerOf(cell);
  let cells = encoding.initialCells.get(object);
  if (cells === undefined) {
    cells = initialCells(x, encoding, object);
    encoding.initialCells.set(object, cells);
  }
  return cells[cell - object.base];
}

function initialCells(x: Execution, encoding: Encoding, object: MemoryObject): readonly Term[] {
  const { variable, family } = object;
  if (object.kind === 'address' || encoding.isArgumentOfMain(object) || (family !== null && !family.zeroed))
    return unknownFromTheStart(encoding, object);
  const zeros = object.cells.map(({ sort }) => encoding.zero(sort));
  if (variable === null) return zeros;
  const values = x.plan.linked.program.initialValues.get(variable.id);
  if (values === undefined) return variable.undefined ? unknownGlobal(x, encoding, object) : zeros;
  const cells: Term[] = zeros;
  for (const value of values) {
    for (const path of pathsOf(value))
      if (!contentAt(x, object, cells, path, value.value)) return anyContent(x, encoding, object);
  }
  return keptUnknown(x, encoding, object, cells);
}

/**
 * Returns the cells with unknown parts, such as the payload of a NaN, as inputs of the whole run. The
 * machine has made them inputs of its block, but other blocks read the cells too.
 */
function keptUnknown(x: Execution, encoding: Encoding, object: MemoryObject, cells: readonly Term[]): readonly Term[] {
  const { terms } = encoding;
  const { inputs, approximations } = x.record;
  const unknown = freeVariables(terms, cells).filter((t) => inputs.has(t));
  if (unknown.length === 0) return cells;
  const kept = unknown.map((t, i): readonly [Term, Term] => {
    const { sort, origin } = inputs.get(t)!;
    const site = `initial:${object.key}.unknown.${i}`;
    const term = terms.variable(site, sort);
    const name = approximations.get(t)?.construct ?? origin.name;
    encoding.globalInputs.set(term, {
      term,
      sort,
      origin: { ...origin, block: 0, site, name, guard: terms.true, order: -1 },
    });
    inputs.delete(t);
    approximations.delete(t);
    return [t, term];
  });
  return cells.map((cell) => {
    const content = substitute(terms, cell, kept);
    if (content !== cell) encoding.unknownContents.add(content);
    return content;
  });
}

function pathsOf(value: StaticValue): (readonly number[])[] {
  const { path, range } = value;
  if (range === undefined) return [path];
  const paths: number[][] = [];
  for (let i = path[range.level]; i <= range.last; i++) {
    const copy = path.slice();
    copy[range.level] = i;
    paths.push(copy);
  }
  return paths;
}

/** Returns any content, for an initialiser that has no formula. Pointers in it may lead to any object. */
function anyContent(x: Execution, encoding: Encoding, object: MemoryObject): readonly Term[] {
  noteForgotten(x, object, null);
  if (holdsBytes(object.shape)) encoding.known.exposeAll(null);
  return unknownFromTheStart(encoding, object, null);
}

/**
 * Returns any content for cells without an initialiser: addresses, arguments of main, and heap memory
 * of allocations in loops. Pointers in it lead to the targets.
 */
function unknownFromTheStart(encoding: Encoding, object: MemoryObject, targets: Targets = new Set()): readonly Term[] {
  const { terms } = encoding;
  return object.cells.map(({ sort, role }, i) => {
    if (role === 'offset' && targets?.size === 0) return encoding.zero(sort);
    const name = `${object.key}.${i}`;
    const term = terms.variable(`initial:${name}`, sort);
    if (role === 'object') encoding.known.inputs.set(term, { targets });
    const at = object.at ?? { file: '', line: 1, column: 1 };
    const origin = {
      kind: 'approximation',
      block: 0,
      site: `initial:${name}`,
      path: [],
      guard: terms.true,
      order: -1,
      name: object.name,
      at,
    } as const;
    encoding.globalInputs.set(term, { term, sort, origin });
    return term;
  });
}

function unknownGlobal(x: Execution, encoding: Encoding, object: MemoryObject): readonly Term[] {
  const { terms } = encoding;
  const variable = object.variable!;
  noteForgotten(x, object, new Set([SUMMARY_OBJECT]));
  return object.shape.cells.map(({ sort, role }, i) => {
    const cell = object.base + i;
    if (role === 'object' && sort.kind === 'bv' && isStandardStream(variable))
      return terms.bv(sort.width, SUMMARY_OBJECT);
    const term = terms.variable(`global:${variable.id}.${i}`, sort);
    const path = encoding.names.path(cell);
    const kind = role === 'value' && path !== null ? 'uninitialised' : 'approximation';
    if (role === 'object') encoding.known.inputs.set(term, { targets: new Set([0, 1]) });
    const site = `global:${variable.id}`;
    const origin = {
      kind,
      block: 0,
      site,
      path: path ?? [],
      guard: terms.true,
      order: -1,
      name: variable.name,
      at: variable.at,
    } as const;
    encoding.globalInputs.set(term, { term, sort, origin });
    return term;
  });
}
