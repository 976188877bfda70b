/** Options of `lemmata verify` that a competition sets for every task. */
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

/** The first of these words that only Lemmata itself may set; null: none. */
export function ownOption(words: readonly string[]): string | null {
  return words.map((word) => word.split('=', 1)[0]).find((name) => OWN_OPTIONS.includes(name)) ?? null;
}
