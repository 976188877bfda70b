// SPDX-License-Identifier: Apache-2.0
import { Refuted } from './btor2.js';

/** The clauses as a file in the DIMACS format. */
export function dimacs({ variables, clauses }) {
  return `p cnf ${variables} ${clauses.length}\n${clauses.map((clause) => `${[...clause, 0].join(' ')}\n`).join('')}`;
}

/**
 * Replays a proof in the LRAT format (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, CADE 2017) that the
 * clauses have no model. Each step names the clauses that become unit, one after the other, once its own clause
 * is assumed to be false; the last of them then has no true literal.
 *
 * @param {{ clauses: number[][] }} formula
 * @param {string} text
 * @throws {Refuted} unless each step holds, and one derives the empty clause.
 */
export function checkLrat({ clauses }, text) {
  const known = new Map(clauses.map((clause, i) => [i + 1, clause]));
  let last = clauses.length;
  for (const [row, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const fail = (why) => {
      throw new Refuted(`line ${row + 1} of the proof: ${why}`);
    };
    const words = line.split(' ');
    if (words[1] === 'd') {
      if (words.at(-1) !== '0') fail('no end');
      for (const word of words.slice(2, -1)) known.delete(Number(word));
      continue;
    }
    const numbers = words.map(Number);
    if (!numbers.every(Number.isSafeInteger)) fail('not all words are numbers');
    const [id] = numbers;
    const middle = numbers.indexOf(0, 1);
    if (id <= last || middle < 0 || numbers.indexOf(0, middle + 1) !== numbers.length - 1) fail('wrong form');
    last = id;
    const clause = numbers.slice(1, middle);
    const isTrue = new Set(clause.map((literal) => -literal));
    if (!closes(isTrue, numbers.slice(middle + 1, -1), known, fail)) fail('the hints do not lead to a conflict');
    if (clause.length === 0) return;
    known.set(id, clause);
  }
  throw new Refuted('the proof does not derive the empty clause');
}

/** Whether the last hint has no true literal, after those before have each forced one. */
function closes(isTrue, hints, known, fail) {
  for (const hint of hints) {
    const clause = known.get(hint) ?? fail(`there is no clause ${hint}`);
    const open = clause.filter((literal) => !isTrue.has(-literal));
    if (open.length === 0) return true;
    if (open.length > 1) fail(`clause ${hint} is not unit`);
    isTrue.add(open[0]);
  }
  return false;
}
