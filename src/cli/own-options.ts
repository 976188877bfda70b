/** Options of `lemmata verify` that every task of a competition gets its own of. */
const OWN_OPTIONS: readonly string[] = [
  '--json',
  '--witness',
  '--timeout',
  '--memory',
  '--property',
  '--data-model',
  '--quiet',
  '--verbose',
  '--no-minimise',
  '--share',
  '--creds',
  '--nkey',
  '--tls-ca',
  '--tls-cert',
  '--tls-key',
];

/** The first of these words that is no matter of whoever writes them; null: none. */
export function ownOption(words: readonly string[]): string | null {
  return words.map((word) => word.split('=', 1)[0]).find((name) => OWN_OPTIONS.includes(name)) ?? null;
}
