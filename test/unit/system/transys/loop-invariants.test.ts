import { expect, test } from 'vitest';
import { loopInvariants } from '../../../../src/apps/output/report/loop-invariants.ts';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import type { Term } from '../../../../src/logic/terms/builder.ts';
import type { Universal } from '../../../../src/system/transys/certificate.ts';
import { freezeSystem } from '../../../../src/system/transys/share.ts';
import { solversFor } from '../../engines/context.ts';
import { compile } from '../encode/compile.ts';

/** A name of the program is that of the first bound variable elsewhere. */
const TABLE = `
extern void reach_error(void);
int main(void) {
  unsigned char table[500];
  unsigned j;
  for (j = 0; j < 500; j++) table[j] = 7;
  for (j = 0; j < 500; j++) if (table[j] != 7) reach_error();
}`;

test('what holds of all elements is shown as a formula of ACSL, and not in C', async () => {
  const { system } = compile(TABLE);
  const { terms, stateVars, pc, blocks } = system;
  const named = (name: string): Term => stateVars.find((v) => v.name === `main::${name}`)?.term ?? expect.fail(name);
  const [table, j] = [named('table'), named('j')];
  const sort = terms.sort(table);
  if (pc === null || sort.kind !== 'array' || sort.index.kind !== 'bv') throw new Error('another encoding');
  const c = terms.variable('any index', sort.index);
  const { width } = sort.index;
  const [index, limit] = width < 32 ? [terms.zext(c, 32), terms.bv(32, 500)] : [c, terms.bv(width, 500)];
  const seven = terms.eq(terms.select(table, c), terms.bv(8, 7));
  const counter = stateVars[pc].term;
  const at = (block: number, t: Term): Term =>
    terms.implies(terms.eq(counter, terms.bv(terms.width(counter), block)), t);
  const turn = width <= 32 ? j : terms.zext(j, width);
  const invariant = terms.andAll([
    at(1, terms.ule(j, terms.bv(32, 500))),
    at(1, terms.implies(terms.ult(index, turn), seven)),
    at(2, terms.implies(terms.ult(index, limit), seven)),
  ]);
  const value = width < 32 ? terms.extract(j, width - 1, 0) : turn;
  const certificate: Universal = {
    kind: 'universal',
    invariant,
    bound: [c],
    instances: blocks.map(({ id }) => ({ block: id, values: [[0, value]] })),
  };
  expect(checkCertificate(system, certificate, await solversFor(system))).toMatchObject({ accepted: true });
  const [first, second] = loopInvariants({ certificate, system: freezeSystem(system) });
  expect(first).toMatchObject({
    expression: 'j <= 500',
    universal: [expect.stringMatching(/^\\forall unsigned( long long)? k; .*table\[k\] == 7/)],
    conjuncts: 2,
    unprintable: null,
    lines: ['j <= 500', first.universal[0]],
  });
  expect(second).toMatchObject({ expression: null, conjuncts: 1 });
  expect(second.universal).toEqual([expect.stringMatching(/^\\forall unsigned( long long)? k; .*500/)]);
});
