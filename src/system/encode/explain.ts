import { formatLocation, type SourceLocation } from '../../base/source.ts';
import type { TransitionSystem } from '../transys/system.ts';
import type { CallDecisions, EncodingDecisions, ObjectDecision, ObjectLayout, StateDecision } from './decisions.ts';

/**
 * Lists the encoder's decisions for `--verbose`: counts, objects kept as bytes, the meaning of state
 * variables, inexact constructs. One string for each line.
 */
export function explainEncoding(
  system: TransitionSystem,
  { pointers, objects, state, calls, executed }: EncodingDecisions,
): string[] {
  const byNumber = new Map(
    objects.flatMap((object) => (object.number === null ? [] : [[object.number, object.name] as const])),
  );
  const lines = [
    `${system.blocks.length} blocks, ${system.stateVars.length} state variables, ${system.inputs.length} inputs, ${system.terms.size} terms`,
    `pointers: ${pointers.objectBits} bits for the object (${pointers.numbers} in use), ${pointers.offsetBits} bits for the offset`,
  ];
  lines.push(...explainCalls(calls));
  for (const block of system.blocks)
    lines.push(`block ${block.id}: ${block.name} -> ${block.successors.join(', ') || 'end'}`);
  for (const at of executed)
    lines.push(`loop at ${formatLocation(at)} is executed in its block, as constants decide it`);
  for (const object of objects) lines.push(...explainObject(object));
  state.forEach((variable, i) => {
    const object = variable.object === null ? null : objects[variable.object];
    const kept =
      object === null ? '' : `, of ${describeLayout(object.layout)}${object.family ? ', one for each block' : ''}`;
    const sort = describeSort(system, system.stateVars[i].term);
    lines.push(`state ${variable.variable}: ${sort}${kept}${describeTargets(byNumber, variable)}`);
  });
  for (const { construct, at } of system.gaps) lines.push(`no meaning: ${construct}${place(at)}`);
  for (const { construct, at } of system.doubts) lines.push(`not exact: ${construct}${place(at)}`);
  return lines;
}

function place(at: SourceLocation | null): string {
  return at === null ? '' : ` at ${formatLocation(at)}`;
}

/** Limit of the targets that a line lists by name. */
const MOST_TARGETS = 12;

/** Says which objects a pointer may lead to. */
function describeTargets(names: ReadonlyMap<number, string>, { targets }: StateDecision): string {
  if (targets === 'anywhere') return ', may lead anywhere';
  if (targets === null) return '';
  const shown = targets
    .slice(0, MOST_TARGETS)
    .map((number) => (number === 0 ? 'null' : (names.get(number) ?? 'nothing')));
  const more = targets.length - MOST_TARGETS;
  return `, may lead to ${targets.length === 0 ? 'nothing' : shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Lists the functions that are laid out once instead of inlined, and why. */
function explainCalls({ edges, inlined, laidOutOnce }: CallDecisions): string[] {
  return [
    `${edges} edges, ${inlined} calls inlined, ${laidOutOnce.length} functions laid out once`,
    ...laidOutOnce.map(({ function: name, calls, recursive, with: others }) => {
      const together = others.length === 0 ? '' : `, with ${others.join(', ')}`;
      const why = recursive ? `recursive${together}` : 'to keep the program small or a chain of calls short';
      return `laid out once: ${name} (${calls} ${calls === 1 ? 'call' : 'calls'}), ${why}`;
    }),
  ];
}

/** Explains a representation that the declared type alone does not determine. */
function explainObject({ name, layout, because }: ObjectDecision): string[] {
  if (because === null) return [];
  return [`${name} is kept as ${describeLayout(layout)}: ${because.what}${place(because.at)}`];
}

function describeSort(system: TransitionSystem, term: number): string {
  const sort = system.terms.sort(term);
  switch (sort.kind) {
    case 'bool':
      return 'truth value';
    case 'bv':
      return `${sort.width} bits`;
    case 'float':
      return `float of ${sort.exponentBits + sort.precision} bits`;
    case 'array':
      return 'array';
  }
}

function describeLayout(layout: ObjectLayout): string {
  switch (layout.kind) {
    case 'scalar':
      return 'a scalar';
    case 'struct':
      return `a struct of ${layout.cells} cells`;
    case 'array':
      return `an array of ${layout.count} elements, ${layout.elements === 'each' ? 'each for itself' : 'as one'}`;
    case 'bytes':
      return layout.content === 'bits' ? `${layout.size} bytes as one bit-vector` : 'bytes as an array';
    case 'not kept':
      return `an object that is not kept (${layout.why})`;
  }
}
