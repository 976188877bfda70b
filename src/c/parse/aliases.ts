import type { Variable } from '../ast.ts';
import { compatible } from '../type/type-tools.ts';
import type { ProgramState } from './program.ts';

/**
 * Joins each variable that has the attribute `alias` with the object that it names. The alias gets the identity of that
 * object.
 */
export function joinAliases(program: ProgramState): void {
  const { variableAliases: aliases, globals } = program;
  if (aliases.length === 0) return;
  const targets = new Map<string, Variable>();
  for (const variable of globals) if (variable.scope === null && !variable.undefined) targets.set(variable.name, variable);
  const joined = new Set<Variable>();
  // An alias may name another alias, which stands before or after it.
  for (let left = aliases; left.length > 0; ) {
    const next = left.filter(({ variable, target }) => {
      const object = targets.get(target);
      if (object === undefined) return true;
      joined.add(variable);
      if (object !== variable) targets.set(variable.name, object);
      return false;
    });
    if (next.length === left.length) break;
    left = next;
  }
  for (const { variable, target, at } of aliases) {
    const object = joined.has(variable) ? targets.get(variable.name)! : null;
    if (object === null || object === variable) program.messages.error('C1603', [target], at);
    else if (!compatible(object.type, variable.type)) program.messages.error('C1336', ['an alias of another type'], at);
    else Object.assign(variable, object);
  }
  removeJoined(program, joined);
}

/** Joins variables of one type with the object that defines their symbol. */
export function joinVariables(program: ProgramState, variables: readonly Variable[], object: Variable): void {
  for (const variable of variables) Object.assign(variable, object);
  removeJoined(program, new Set(variables));
}

function removeJoined({ globals }: ProgramState, joined: ReadonlySet<Variable>): void {
  const kept = globals.filter((variable) => !joined.has(variable));
  globals.splice(0, globals.length, ...kept);
}
