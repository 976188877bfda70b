import type { Variable } from '../ast.ts';
import { compatible } from '../types/type-relations.ts';
import type { ProgramState } from './program.ts';

/**
 * Joins each variable that has the attribute `alias` with the object that it names. The alias gets the
 * identity of that object.
 */
export function joinAliases(program: ProgramState): void {
  const { variableAliases: aliases, globals } = program;
  if (aliases.length === 0) return;
  const targets = new Map<string, Variable>();
  for (const variable of globals)
    if (variable.scope === null && !variable.undefined) targets.set(variable.name, variable);
  const joined = new Set<Variable>();
  // An alias may name another alias, which stands before or after it.
  const waiting = new Map<string, Variable[]>();
  const join = (first: Variable, target: string): void => {
    const pending = [{ variable: first, target }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { variable } = next;
      const object = targets.get(next.target);
      if (object === undefined) {
        const list = waiting.get(next.target);
        if (list === undefined) waiting.set(next.target, [variable]);
        else list.push(variable);
        continue;
      }
      joined.add(variable);
      if (object !== variable) targets.set(variable.name, object);
      pending.push(...(waiting.get(variable.name) ?? []).map((each) => ({ variable: each, target: variable.name })));
      waiting.delete(variable.name);
    }
  };
  for (const { variable, target } of aliases) join(variable, target);
  for (const { variable, target, at } of aliases) {
    const object = joined.has(variable) ? targets.get(variable.name)! : null;
    if (object === null || object === variable) program.messages.error('C1603', [target], at);
    else if (!compatible(object.type, variable.type)) program.messages.error('C1336', ['an alias of another type'], at);
    else Object.assign(variable, object);
  }
  removeJoined(program, joined);
}

/** Joins variables of one type with the object that defines their symbol, and adds them to `joined`. */
export function joinVariables(variables: readonly Variable[], object: Variable, joined: Set<Variable>): void {
  for (const variable of variables) {
    Object.assign(variable, object);
    joined.add(variable);
  }
}

/** Removes variables that stand for others from the globals. */
export function removeJoined({ globals }: ProgramState, joined: ReadonlySet<Variable>): void {
  const kept = globals.filter((variable) => !joined.has(variable));
  globals.splice(0, globals.length, ...kept);
}
