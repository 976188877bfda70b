import { strToU8, zipSync } from 'fflate';
import { openAnswers } from '../src/apps/compete/answer-place.ts';
import { CertificateLedger, certificateOf } from '../src/apps/output/certificate/collection.ts';
import type { CertificateFolder } from '../src/apps/output/certificate/folder.ts';
import type { JobOrder, JobReport } from '../src/apps/server/job/child-messages.ts';
import { failureEvent, Narration } from '../src/apps/server/job/narration.ts';
import type { JobEvent } from '../src/apps/server/protocol.ts';
import { checkableProof } from '../src/race/export.ts';
import type { VerifyOptions } from '../src/race/options/options.ts';
import { CAREFUL_THREADS } from '../src/race/threads/supervision.ts';
import type { Proof, SafeVerdict } from '../src/race/verdict.ts';
import { startVerification, withProof } from '../src/race/verify.ts';

// The process of one job verifies the task that it receives over its channel, reports, and ends. It also
// ends with the server.

process.on('disconnect', endGroup);
process.once('message', (order: JobOrder) => {
  void verifyJob(order)
    .catch((error: unknown): JobReport => ({ kind: 'end', event: failureEvent(error), documents: {} }))
    .then((report) => process.send?.(report, endGroup));
});

function endGroup(): void {
  process.kill(-process.pid, 'SIGKILL');
}

async function verifyJob({ files, headers, task, timeout, memory, lost, cache }: JobOrder): Promise<JobReport> {
  const { errorFunction, dataModel, byteOrder, mallocMayFail, externals, external } = task;
  const { portfolio, engines, exchange, seed } = task;
  const bounds = task.arguments;
  const errorFunctions = errorFunction === undefined ? [] : [errorFunction];
  const { checks, eachCheck, termination, entry, entrySize, entryPointers } = task;
  const question = { checks, eachCheck, termination, entry, entrySize, entryPointers };
  const choices = {
    ...question,
    errorFunctions,
    dataModel,
    byteOrder,
    mallocMayFail,
    externals,
    external,
    arguments: bounds,
  };
  const settings = { ...choices, portfolio, engines, exchange, seed, timeout, memory };
  const threads = lost === undefined ? undefined : CAREFUL_THREADS;
  const options: VerifyOptions = { ...settings, files, threads, minimise: true, provenance: true, outline: true };
  const answers = cache === null ? null : await openAnswers(cache, () => {});
  const begun = performance.now();
  const verification = startVerification(options, { started: performance.now() - (lost ?? 0), answers });
  const narration = new Narration();
  const certificate = task.certificate === true ? new CertificateLedger() : null;
  for await (const event of verification) {
    certificate?.take(event);
    const translated = narration.take(event);
    if (translated !== null) send(translated.kind === 'sources' ? without(headers, translated) : translated);
  }
  const verdict = withProof(await verification.result, await verification.proof);
  if (certificate === null) return { kind: 'end', ...narration.end(verdict, options) };
  const prove = (one: SafeVerdict): Promise<Proof> => checkableProof(options, one);
  const milliseconds = performance.now() - begun;
  const folder = await certificateOf(verdict, options, { milliseconds, prove }, certificate);
  return { kind: 'end', ...narration.end(verdict, options, folder === null ? null : archived(folder)) };
}

/** The earliest time that ZIP knows, in this machine's zone. */
const EARLIEST = new Date(1980, 0, 1);

/** The files of a certificate as a ZIP archive in base64. Same files, same text. */
function archived({ files }: CertificateFolder): string {
  const entries = Object.fromEntries([...files].map(([name, text]) => [name, strToU8(text)]));
  return Buffer.from(zipSync(entries, { mtime: EARLIEST })).toString('base64');
}

function send(event: JobEvent): void {
  process.send?.({ kind: 'event', event } satisfies JobReport);
}

/** Removes the submitted files, which clients have as they were submitted. */
function without(headers: readonly string[], event: JobEvent & { readonly kind: 'sources' }): JobEvent {
  return { ...event, files: event.files.filter(({ name }) => !headers.includes(name)) };
}

export default null;
