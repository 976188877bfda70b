/** Options of `lemmata verify` that a competition sets for every task. */
const OWN_OPTIONS: readonly string[] = [
  '--json',
  '--witness',
  '--certificate',
  '--timeout',
  '--memory',
  '--property',
  '--data-model',
  '--big-endian',
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

/** Options by which a verifier writes a file of the caller's choice, or sends to an address. */
const OUTPUT_OPTIONS: readonly string[] = ['--sarif', '--report', '--test', '--stream', '--cache', '--queue'];

/** The first of these words that only Lemmata itself may set; null: none. */
export function ownOption(words: readonly string[]): string | null {
  return firstAmong(OWN_OPTIONS, words);
}

/** The first of these words that a job on the queue may not set on the machine of a worker; null: none. */
export function optionOfWorker(words: readonly string[]): string | null {
  return firstAmong([...OWN_OPTIONS, ...OUTPUT_OPTIONS], words);
}

function firstAmong(names: readonly string[], words: readonly string[]): string | null {
  return words.map((word) => word.split('=', 1)[0]).find((name) => names.includes(name)) ?? null;
}
