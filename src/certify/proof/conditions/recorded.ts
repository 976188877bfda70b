import { NO_TERM, type Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import type { Recorded, WholeCertificate } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { speaksOnlyOf } from './form.ts';
import { Refused } from './prover.ts';

/**
 * The system whose states also have the recorded variables of a certificate. Its runs are those of the
 * system: no block reads a recorded variable, and initial states and steps give each of them one value.
 * Throws `Refused` where their form does not ensure this.
 */
export function withRecorded(system: TransitionSystem, certificate: WholeCertificate): TransitionSystem {
  const recorded = certificate.kind === 'universal' ? (certificate.recorded ?? []) : [];
  if (recorded.length === 0) return system;
  checkRecordedForm(system, recorded);
  const { terms, stateVars, init, blocks } = system;
  const own = recorded.map(({ variable }) => ({ term: variable, name: terms.name(variable), origin: null }));
  return {
    ...system,
    stateVars: [...stateVars, ...own],
    init: [...init, ...recorded.map((one) => one.init)],
    blocks: blocks.map((block, id) => ({ ...block, next: [...block.next, ...recorded.map(({ next }) => next[id])] })),
  };
}

function checkRecordedForm(system: TransitionSystem, recorded: readonly Recorded[]): void {
  const { terms, stateVars, inputs, blocks } = system;
  const taken = new Set([...stateVars, ...inputs].map(({ term }) => term));
  const state = new Set(stateVars.map(({ term }) => term));
  for (const { variable } of recorded) {
    if (variable === NO_TERM || terms.op(variable) !== Op.VARIABLE || taken.has(variable))
      throw new Refused('form', 'a recorded variable is not a variable of its own');
    taken.add(variable);
    state.add(variable);
  }
  const initially = new Set(inputs.filter(({ phase }) => phase === 'init').map(({ term }) => term));
  for (const { variable, init, next } of recorded) {
    if (next.length !== blocks.length) throw new Refused('form', 'a recorded variable without a value in each block');
    const isValue = (t: Term): boolean => t !== NO_TERM && terms.sortId(t) === terms.sortId(variable);
    if (![init, ...next].every(isValue)) throw new Refused('form', 'a recorded value of another sort');
    speaksOnlyOf(system, [init], initially, 'a recorded initial value');
    blocks.forEach((block, id) => {
      const visible = new Set([...state, ...block.inputs.map((i) => inputs[i].term)]);
      speaksOnlyOf(system, [next[id]], visible, 'a recorded value');
    });
  }
}
