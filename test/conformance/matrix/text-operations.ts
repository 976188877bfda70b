import type { Operation, Scene } from './operations.ts';

/** Operations by C's functions on strings, on elements that are characters. Each write has enough room. */

const text = ({ text }: { readonly text: boolean }): boolean => text;

interface Strings {
  /** Statements that write terminating zeros into both objects. */
  readonly ended: string;
  readonly to: string;
  readonly from: string;
  /** Number of characters that fit behind `to`, the terminating zero included. */
  readonly room: string;
}

/** Makes the strings of an operation. Literals have their terminating zero already and cannot be written. */
function strings({ to, from, toStart, fromStart, toCount, fromCount, fromWritable, random }: Scene): Strings {
  const cut = random.pick([`${toCount} - 1`, `c < ${toCount} ? c : 0`]);
  const source = fromWritable ? `((char *)${from})[${fromCount} - 1] = 0;` : '';
  return {
    ended: `((char *)${to})[${cut}] = 0; ((char *)${to})[${toCount} - 1] = 0;\n${source}`,
    to: `(char *)${to} + ${toStart}`,
    from: `(const char *)${from} + ${fromStart}`,
    room: `${toCount} - ${toStart}`,
  };
}

function operation(body: (strings: Strings, scene: Scene) => string): Operation {
  return {
    suits: text,
    body: (scene) => {
      const both = strings(scene);
      return `${both.ended}\n${body(both, scene)}`;
    },
  };
}

const sign = (call: string): string => `{ int t = ${call}; r = t < 0 ? 1 : t > 0 ? 2 : 3; }`;

const copyText = operation(({ to, from, room }, { count, random }) => {
  const fits = `if ((int)strlen(${from}) < ${room})`;
  return random.pick([
    `${fits} strcpy(${to}, ${from});`,
    `${fits} r = stpcpy(${to}, ${from}) - (${to});`,
    `if (${count} <= ${room}) strncpy(${to}, ${from}, ${count});`,
    `${fits} { char *t = ${to}; const char *f = ${from}; while ((*t++ = *f++) != 0) ; }`,
    `${fits} memcpy(${to}, ${from}, strlen(${from}) + 1);`,
  ]);
});

const appendText = operation(({ to, from, room }, { random }) => {
  const fits = `if ((int)(strlen(${to}) + strlen(${from})) < ${room})`;
  return random.pick([
    `${fits} strcat(${to}, ${from});`,
    `if ((int)strlen(${to}) + 1 < ${room}) strncat(${to}, ${from}, 1);`,
    `${fits} strcpy(${to} + strlen(${to}), ${from});`,
  ]);
});

const compareText = operation(({ to, from }, { count, random }) =>
  sign(random.pick([`strcmp(${to}, ${from})`, `strncmp(${to}, ${from}, ${count})`, `strcmp(${from}, ${to})`])),
);

const searchText = operation(({ to, from }, { element, fromStart, fromCount, random }) => {
  const found = (call: string): string => `{ const char *t = ${call}; r = t == 0 ? 99 : t - (${from}); }`;
  const wanted = random.pick(["'a'", "'b'", "'a' + c", '0', "'a' + b"]);
  return random.pick([
    found(`strchr(${from}, ${wanted})`),
    found(`strrchr(${from}, ${wanted})`),
    found(`memchr(${from}, ${wanted}, (${fromCount} - ${fromStart}) * sizeof(${element.type}))`),
    found(`strstr(${from}, ${to})`),
    `r = strspn(${from}, ${to}) + 8 * strcspn(${to}, ${from});`,
  ]);
});

const lengthOfText = operation(({ to, from }, { count, random }) =>
  random.pick([
    `r = strlen(${from}) + 16 * strlen(${to});`,
    `r = strnlen(${from}, ${count}) + 16 * strlen(${to});`,
    `{ const char *t = ${from}; while (*t) t++; r = t - (${from}); }`,
  ]),
);

const duplicateText = operation(({ to, from, room }, { random }) => {
  const copy = random.chance(50) ? `strdup(${from})` : `strndup(${from}, c + 1)`;
  return `{ char *t = ${copy}; r = strlen(t); if ((int)r < ${room}) strcpy(${to}, t); t[0] = 'z'; free(t); }`;
});

/** All operations on strings, by name. */
export const TEXT_OPERATIONS: Readonly<Record<string, Operation>> = {
  'copy text': copyText,
  'append text': appendText,
  'compare text': compareText,
  'search text': searchText,
  'length of text': lengthOfText,
  'duplicate text': duplicateText,
};
