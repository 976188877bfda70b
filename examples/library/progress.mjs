// Shows the progress of a verification, and its verdict line.
import { verdictLine, verify } from 'lemmata';

const verification = verify({ files: process.argv.slice(2), timeout: 60 });
for await (const event of verification) {
  if (event.kind === 'compiled') console.log(`compiled: ${event.facts.loops} loops`);
  if (event.kind === 'certified') console.log(`certified: ${event.claim} by ${event.engine}`);
}
console.log(verdictLine(await verification.result));
