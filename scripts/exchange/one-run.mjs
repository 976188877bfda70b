// Verifies one task by the built library (`npm run build`), and writes events as JSON lines on stdout:
// those that `runs.ts` asks for.
// The last line is {"kind":"end","verdict":...,"seconds":...} with the CPU time of this process.
// Usage: node scripts/exchange/one-run.mjs '{"seconds":10,"options":{...VerifyOptions}}'
import { writeSync } from 'node:fs';
import { verify } from '../../dist/index.js';

/** Milliseconds between two looks at the CPU time. */
const LOOK_MS = 20;

const { seconds, options } = JSON.parse(process.argv[2]);
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const tell = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

const verification = verify(options);
const watch = setInterval(() => {
  if (spent() >= seconds) verification.stop();
}, LOOK_MS);
for await (const event of verification) {
  switch (event.kind) {
    case 'lemma':
    case 'lemmas-sent':
    case 'lemmas-used':
    case 'lemma-refused':
    case 'claim':
    case 'refused':
      tell(event);
  }
}
const verdict = await verification.result;
const cpu = spent();
clearInterval(watch);
const { kind, stage = null, engine = null } = verdict;
tell({ kind: 'end', verdict: kind, stage, engine, seconds: cpu });
process.exit(0);
