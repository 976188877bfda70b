import { formatLocation } from '../base/source.ts';
import type { LinkedProgram } from '../cfa/linked.ts';
import type { Term } from '../smt/builder.ts';
import type { TransitionSystem } from '../transys/system.ts';
import type { Encoding } from './encoding.ts';
import { NULL_OBJECT } from './memory/objects.ts';
import type { Shape } from './memory/shape.ts';

/** What the encoding decided, line by line, for `--verbose`: counts, objects kept as bytes, what each state variable is, what is not exact. */
export function explainEncoding(system: TransitionSystem, encoding: Encoding): string[] {
  const { objectWidth, offsetWidth } = encoding.pointers;
  const lines = [
    `${system.blocks.length} blocks, ${system.stateVars.length} state variables, ${system.inputs.length} inputs, ${system.terms.size} terms`,
    `pointers: ${objectWidth} bits for the object (${encoding.objects.numberCount} in use), ${offsetWidth} bits for the offset`,
  ];
  lines.push(...explainCalls(encoding.linked));
  for (const block of system.blocks) lines.push(`block ${block.id}: ${block.name} -> ${block.successors.join(', ') || 'end'}`);
  for (const [key, at] of encoding.newlyRaw) lines.push(`kept as bytes from ${formatLocation(at)} on: ${key}`);
  for (const { term, name } of system.stateVars) {
    const cell = encoding.cellOf(term);
    const owner = cell === null ? null : encoding.objects.ownerOf(cell);
    const kept = owner === null ? '' : `, of ${describeShape(owner.shape)}${owner.family === null ? '' : ', one for each block'}`;
    lines.push(`state ${name}: ${describeSort(system, term)}${kept}${describeTargets(encoding, term)}`);
  }
  for (const { construct, at } of system.gaps)
    lines.push(`no meaning: ${construct}${at === null ? '' : ` at ${formatLocation(at)}`}`);
  for (const { construct, at } of system.doubts)
    lines.push(`not exact: ${construct}${at === null ? '' : ` at ${formatLocation(at)}`}`);
  return lines;
}

/** Objects that are listed by name. */
const MOST_TARGETS = 12;

/** What a pointer may lead to. */
function describeTargets({ pointsTo, objects }: Encoding, term: Term): string {
  const targets = pointsTo.get(term);
  if (targets === undefined) return '';
  if (targets === null) return ', may lead anywhere';
  const names = [...targets].map((number) => (number === NULL_OBJECT ? 'null' : (objects.withNumber(number)?.name ?? 'nothing')));
  const shown = names.slice(0, MOST_TARGETS).join(', ');
  const more = names.length - MOST_TARGETS;
  return `, may lead to ${names.length === 0 ? 'nothing' : shown}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Which functions are laid out once instead of inlined, and why. */
function explainCalls({ contexts, edges }: LinkedProgram): string[] {
  const calls = new Uint32Array(contexts.length);
  for (const { op } of edges) if (op.kind === 'enter' && op.call !== null) calls[op.into]++;
  const once = contexts.filter(({ shared }) => shared);
  const inlined = contexts.length - once.length - (contexts[0]?.shared ? 0 : 1);
  return [
    `${edges.length} edges, ${inlined} calls inlined, ${once.length} functions laid out once`,
    ...once.map(({ id, function: { name }, recursion }) => {
      const others = once.filter((other) => recursion !== null && other.recursion === recursion && other.id !== id);
      const why =
        recursion === null
          ? 'to keep the program small or a chain of calls short'
          : `recursive${others.length === 0 ? '' : ', with '}`;
      return `laid out once: ${name} (${calls[id]} ${calls[id] === 1 ? 'call' : 'calls'}), ${why}${others.map((other) => other.function.name).join(', ')}`;
    }),
  ];
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

function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case 'scalar':
      return 'a scalar';
    case 'record':
      return `a struct of ${shape.cells.length} cells`;
    case 'list':
      return `an array of ${shape.count} elements, each for itself`;
    case 'region':
      return `an array of ${shape.count} elements as one`;
    case 'blob':
      return `${shape.size} bytes as one bit-vector`;
    case 'bytes':
      return 'bytes as an array';
    case 'opaque':
      return `an object that is not kept (${shape.why})`;
  }
}
