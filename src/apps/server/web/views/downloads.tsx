import { executableTest } from '../../../output/report/c-test.ts';
import type { Documents, SubmittedTask } from '../../protocol.ts';
import type { Race } from '../state/race.ts';
import { download } from './common.tsx';

/** The documents of a finished job for download. */
export function Downloads({
  race,
  task,
  address,
  documents,
}: {
  readonly race: Race;
  readonly task: SubmittedTask | null;
  /** Address of the job, if a server has its documents. */
  readonly address: string;
  /** Documents in the page; null: the server has them. */
  readonly documents: Documents | null;
}) {
  const { end } = race;
  if (end?.kind !== 'verdict') return null;
  const base = task?.files[0]?.name.replace(/\.[^.]*$/, '') ?? 'result';
  const links = [
    ...(end.witness
      ? [{ name: `${base}.witness.yml`, what: 'Witness', path: 'witness', text: documents?.witness } as const]
      : []),
    ...(end.certificate && documents === null
      ? [{ name: `${base}.certificate.zip`, what: 'Certificate', path: 'certificate', text: undefined } as const]
      : []),
    { name: `${base}.sarif`, what: 'SARIF', path: 'sarif', text: documents?.sarif } as const,
  ];
  const test = testOf(race, task);
  return (
    <ul class="downloads" aria-label="Downloads">
      {links.map(({ name, what, path, text }) =>
        documents === null ? (
          <li key={what}>
            <a href={`${address}/${path}`} download={name}>
              {what}
            </a>
          </li>
        ) : (
          text !== undefined && (
            <li key={what}>
              <button type="button" class="link" onClick={() => download(name, 'text/plain', text)}>
                {what}
              </button>
            </li>
          )
        ),
      )}
      {test !== null && (
        <li>
          <button type="button" class="link" onClick={() => download(`${base}.test.c`, 'text/plain', test)}>
            Executable test
          </button>
        </li>
      )}
      <li>
        <button
          type="button"
          class="link"
          onClick={() => download(`${base}.json`, 'application/json', `${JSON.stringify(end.json, null, 2)}\n`)}
        >
          JSON
        </button>
      </li>
    </ul>
  );
}

/**
 * C code that takes the program to the error; null: there is no such run, or C cannot express its
 * inputs.
 */
function testOf({ end }: Race, task: SubmittedTask | null): string | null {
  const result = end?.kind === 'verdict' ? end.result : null;
  if (task === null || task.byteOrder === 'big') return null;
  if (result?.verdict !== 'FALSE' || result.violation.kind !== 'program') return null;
  return executableTest(result.violation, {
    files: task.files.map(({ name }) => name),
    dataModel: task.dataModel ?? 'LP64',
    externals: result.externals,
  });
}
