import type { Term } from '../../../logic/terms/builder.ts';
import { sortText } from '../../../logic/terms/sorts.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import { symbol, termText } from '../../../system/transys/smtlib.ts';

/** The formulas as a question in SMT-LIB, without quantifiers; the answer is to be `unsat`. `title`: a line. */
export function smtText(terms: TermStore, formulas: readonly Term[], title: string): string {
  const variables = freeVariables(terms, formulas);
  const declared = variables.map((t) => `(declare-const ${symbol(terms.name(t))} ${sortText(terms.sort(t))})`);
  const lines = [
    `; ${title}`,
    '(set-info :status unsat)',
    '(set-logic ALL)',
    ...declared,
    ...formulas.map((t) => `(assert ${termText(terms, t)})`),
    '(check-sat)',
  ];
  return `${lines.join('\n')}\n`;
}
