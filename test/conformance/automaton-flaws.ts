import type { AutomatonFunction, Program } from '../../src/program/cfa/automaton.ts';
import type { LinkedProgram } from '../../src/program/cfa/linked.ts';
import { linkProgram } from '../../src/program/passes.ts';

/** What is wrong with the automata of a program, and with those linked for an error function. */
export function automatonFlaws(program: Program, errorFunction: string): string[] {
  const linked = linkProgram(program, { errorFunctions: [errorFunction] });
  const own = program.functions.flatMap((fn) => (fn === null ? [] : flaws(fn)));
  return [...own, ...('unsupported' in linked ? [linked.unsupported] : flawsOfLinked(linked))];
}

function flaws(fn: AutomatonFunction): string[] {
  const found: string[] = [];
  for (const [location, ids] of fn.outgoing.entries()) {
    const ops = ids.map((id) => fn.edges[id].op);
    const where = `${fn.name} ${location}`;
    const branches = ops.filter((op) => op.kind === 'assume' || op.kind === 'case' || op.kind === 'default');
    if (ids.some((id) => fn.edges[id].from !== location || fn.edges[id].to >= fn.locationCount))
      found.push(`${where}: edge out of place`);
    if (ops.length === 0 && fn.defined && location !== fn.exit) found.push(`${where}: ends`);
    if (branches.length > 0 && branches.length !== ops.length) found.push(`${where}: branches and other edges`);
    if (branches.length === 0 && ops.length > 1) found.push(`${where}: several edges`);
    if (branches.some((op) => op.kind === 'assume')) {
      const [yes, no, ...more] = branches;
      const opposite =
        yes?.kind === 'assume' && no?.kind === 'assume' && yes.condition === no.condition && yes.truth !== no.truth;
      if (!opposite || more.length > 0)
        found.push(`${where}: branches that do not exclude each other or leave something out`);
    }
    if (branches.some((op) => op.kind === 'case') && branches.filter((op) => op.kind === 'default').length !== 1)
      found.push(`${where}: no default`);
  }
  return found;
}

function flawsOfLinked(linked: LinkedProgram): string[] {
  const found: string[] = [];
  for (const edge of linked.edges) {
    if (edge.from === linked.error) found.push('an edge leaves the error');
    if (linked.contexts[edge.context] === undefined) found.push('an edge without context');
  }
  return found;
}
