import { Scope } from '../places.ts';
import type { StatementMaker } from '../statements.ts';
import { declare, INTEGERS } from '../types.ts';

/** Strings in buffers that are large enough for them. */
export const strings: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null) return null;
  const s = statements.fresh('s');
  const text = (): string => JSON.stringify(random.pick(['', 'a', 'ab', 'abc', 'b', 'ba']));
  const call = random.pick([
    `strcpy(${s}, ${expressions.integer(scope, 1)} ? ${text()} : ${text()});`,
    `strcat(${s}, ${text()});`,
    `strncpy(${s}, ${text()}, 2);`,
    `${s}[(unsigned)(${expressions.integer(scope, 1)}) % 4] = 0;`,
    `${s}[0] = ${expressions.integer(scope, 1)};`,
  ]);
  const result = random.pick([
    `(int)strlen(${s})`,
    `(strcmp(${s}, ${text()}) > 0) - (strcmp(${s}, ${text()}) < 0)`,
    `strncmp(${s}, ${text()}, 1) == 0`,
    `strchr(${s}, 'b') ? (int)(strchr(${s}, 'b') - ${s}) : -1`,
  ]);
  return ['{', `char ${s}[8] = ${text()};`, call, `${target.text} = ${result};`, statements.probe(), '}'];
};

/** An array of variable length. */
export const variableLength: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null) return null;
  const a = statements.fresh('w');
  const type = declare(random.pick(INTEGERS), '');
  return [
    '{',
    `int n_${a} = ((${expressions.integer(scope, 2)}) & 3) + 1;`,
    `${type} ${a}[n_${a}];`,
    `for (int i = 0; i < n_${a}; i++) ${a}[i] = ${expressions.integer(scope, 1)} + i;`,
    `${target.text} = ${a}[(unsigned)(${expressions.integer(scope, 1)}) % n_${a}] + (int)(sizeof ${a} / sizeof *${a});`,
    '}',
  ];
};

/** GNU statement expressions, compound literals, the comma operator. */
export const unusual: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  const target = expressions.place(scope, ({ type }) => type.kind === 'integer');
  if (target === null) return null;
  const type = declare(random.pick(INTEGERS), '');
  const e = (): string => expressions.integer(scope, 2);
  switch (random.below(4)) {
    case 0: {
      const inner = new Scope(scope.depth + 1, scope);
      return [`${target.text} = ({ ${type} x = ${e()}; ${statements.statements(inner, 1, 0).join(' ')} x; });`];
    }
    case 1:
      return [`${target.text} = ((${type}[]){ ${e()}, ${e()}, 3 })[${expressions.index(scope, 3)}];`];
    case 2:
      return [`{ ${type} x; ${target.text} = (x = ${e()}, x + 1); }`];
    default:
      return [`if (${e()}) { ${statements.probe()} ${random.pick(['return 0', 'exit(1)', 'abort()'])}; }`];
  }
};
