import { LemmataError } from '../../base/errors.ts';
import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import { possibleCutPoints } from './pcs.ts';
import type { TransitionSystem } from './system.ts';

/**
 * Checks that a system is well-formed as `system.ts` requires: indices, sorts, unique names, and the
 * variables that each term may contain. Throws `E-INTERNAL` with the first problem. Linear in the size
 * of the system, up to terms shared between blocks.
 */
export function validateSystem(system: TransitionSystem): void {
  const { terms, stateVars, inputs, blocks, pc } = system;
  const fail = (message: string): never => {
    throw new LemmataError('E-INTERNAL', `transition system: ${message}`);
  };
  const names = new Set<string>();
  for (const v of [...stateVars, ...inputs]) {
    if (names.has(v.name)) fail(`two variables '${v.name}'`);
    names.add(v.name);
    if (terms.op(v.term) !== Op.VARIABLE) fail(`'${v.name}' is not a variable`);
  }
  const speaksOf = (what: string, roots: readonly Term[], allowed: ReadonlySet<Term>): void => {
    for (const t of freeVariables(terms, roots)) if (!allowed.has(t)) fail(`${what} contains '${terms.name(t)}'`);
  };
  const isBool = (what: string, t: Term): void => {
    if (terms.sort(t).kind !== 'bool') fail(`${what} is not Boolean`);
  };
  const state = new Set(stateVars.map((v) => v.term));
  const initInputs = new Set(inputs.filter((v) => v.phase === 'init').map((v) => v.term));

  if (blocks.length === 0) fail('no blocks');
  if (pc === null && blocks.length !== 1) fail('several blocks without a program counter');
  if (pc !== null) {
    if (stateVars[pc] === undefined) fail('no such program counter');
    const width = terms.width(stateVars[pc].term);
    if (width < 31 && blocks.length > 2 ** width) fail('the program counter is too narrow');
  }
  if (system.init.length !== stateVars.length) fail('initial values and state variables differ in number');
  stateVars.forEach((v, i) => {
    if (terms.sortId(system.init[i]) !== terms.sortId(v.term))
      fail(`the initial value of '${v.name}' has another sort`);
  });
  isBool('the initial constraint', system.initConstraint);
  speaksOf('the initial state', [...system.init, system.initConstraint], initInputs);
  for (const fact of system.facts) isBool('a fact', fact);
  speaksOf('a fact', system.facts, state);

  blocks.forEach((block, id) => {
    const where = `block ${id} (${block.name})`;
    if (block.id !== id) fail(`${where} has id ${block.id}`);
    if (block.next.length !== stateVars.length) fail(`${where}: next values and state variables differ in number`);
    stateVars.forEach((v, i) => {
      if (terms.sortId(block.next[i]) !== terms.sortId(v.term))
        fail(`${where}: the next value of '${v.name}' has another sort`);
    });
    for (const [what, t] of [
      ['feasible', block.feasible],
      ['bad', block.bad],
      ['gap', block.gap],
      ['doubtful', block.doubtful],
    ] as const)
      isBool(`${where}: ${what}`, t);
    for (const s of block.successors) if (blocks[s] === undefined) fail(`${where}: no successor ${s}`);
    const leadsTo =
      pc === null || block.feasible === terms.false ? [] : possibleCutPoints(terms, block.next[pc], blocks.keys());
    for (const s of leadsTo) if (!block.successors.includes(s)) fail(`${where}: successor ${s} is left out`);
    const allowed = new Set(state);
    for (const i of block.inputs) {
      if (inputs[i]?.phase !== 'step') fail(`${where}: no step input ${i}`);
      allowed.add(inputs[i].term);
    }
    const guards = block.inputs.flatMap((i) => [inputs[i].origin?.guard ?? [], inputs[i].origin?.value ?? []].flat());
    const conditions = [...system.gaps, ...system.doubts].filter((g) => g.block === id).map((g) => g.condition);
    const bads = block.bads.map((b) => b.term);
    speaksOf(
      where,
      [block.feasible, block.bad, block.gap, block.doubtful, ...block.next, ...bads, ...guards, ...conditions],
      allowed,
    );
  });
}
