import { checkCertificate } from '../../certify/true.ts';
import { loadZ3, z3Factory } from '../../smt/z3/index.ts';
import { thawSystem } from '../../transys/share.ts';
import type { CertifierAnswer, CertifierApi, CertifierJob } from '../messages.ts';
import type { ServiceTask } from '../service.ts';
import { oneProperty } from './one-property.ts';
import { answer, serve } from './serve.ts';

/** A thread that checks one certificate with a solver of its own. */
export function certifier(task: ServiceTask): Promise<void> {
  const api: CertifierApi = {
    check: (job, z3, memoryMiB) => answer(() => check(job, z3, memoryMiB)),
  };
  return serve(task, api);
}

async function check(
  { certificate, system, property }: CertifierJob,
  module: WebAssembly.Module,
  memoryMiB: number,
): Promise<CertifierAnswer> {
  const z3 = await loadZ3(module, { memoryMiB });
  const opened = oneProperty(thawSystem(system), property);
  const result = checkCertificate(opened, certificate, z3Factory(z3, opened.terms));
  if (result.accepted) return { kind: 'accepted', proof: { certificate, system } };
  return { kind: 'refused', why: `${result.condition}: ${result.why}` };
}
