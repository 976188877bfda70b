import type { Term } from '../../../logic/terms/builder.ts';
import { entriesOf, type StateList, type States } from '../../../system/transys/certificate.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';

/** Most states of a block that people are told one by one. Bounds of each variable tell the others. */
const MOST_TOLD = 8;

/**
 * The formula that holds in all listed states, block by block. Blocks without a list are not reached. Lists of more
 * than `most` states are told by bounds, which hold in further states.
 */
export function listedFormula(system: TransitionSystem, { blocks }: States, most = MOST_TOLD): Term {
  const { terms, pc, stateVars } = system;
  const lists = new Map(blocks.map((list) => [list.block, list]));
  // At the entry, any state is allowed.
  const reached = system.blocks.slice(1).map(({ id }): Term => {
    const list = lists.get(id);
    const formula = list === undefined ? terms.false : listFormula(system, list, most);
    if (pc === null) return formula;
    const counter = stateVars[pc].term;
    return terms.implies(terms.eq(counter, terms.bv(terms.width(counter), id)), formula);
  });
  return terms.andAll(reached);
}

function listFormula({ terms }: TransitionSystem, list: StateList, most: number): Term {
  const { variables, bounds } = list;
  const entries = entriesOf(list);
  const at = (entry: number, variable: number): Bounds => {
    const place = 2 * (entry * variables.length + variable);
    return signed(widthOf(variable), bounds[place], bounds[place + 1]);
  };
  const widthOf = (variable: number): number => {
    const sort = terms.sort(variables[variable]);
    return sort.kind === 'bv' ? sort.width : 0;
  };
  const within = (variable: number, { low, high }: Bounds): Term => {
    const term = variables[variable];
    const width = widthOf(variable);
    if (width === 0) return low < high ? terms.true : low === 1 ? term : terms.not(term);
    const [least, most] = [low, high].map((bound) => terms.bv(width, BigInt.asUintN(width, BigInt(bound))));
    return low === high ? terms.eq(term, least) : terms.and(terms.sle(least, term), terms.sle(term, most));
  };
  if (entries <= most) {
    const told = Array.from({ length: entries }, (_, entry) =>
      terms.andAll(variables.map((_variable, i) => within(i, at(entry, i)))),
    );
    return terms.orAll(told);
  }
  const hulls = variables.map((_variable, i): Bounds => {
    const hull = { ...at(0, i) };
    for (let entry = 1; entry < entries; entry++) {
      const { low, high } = at(entry, i);
      if (low < hull.low) hull.low = low;
      if (high > hull.high) hull.high = high;
    }
    return hull;
  });
  return terms.andAll(hulls.map((hull, i) => within(i, hull)));
}

interface Bounds {
  low: number;
  high: number;
}

/** Bounds of words that are read with a sign; a list may read them without one. */
function signed(width: number, low: number, high: number): Bounds {
  const by = width > 0 && low >= 2 ** (width - 1) ? 2 ** width : 0;
  return { low: low - by, high: high - by };
}
