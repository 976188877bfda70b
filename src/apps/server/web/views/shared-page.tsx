import { useEffect, useState } from 'preact/hooks';
import type { JobKind, JobState, SubmittedTask } from '../../protocol.ts';
import type { NumberedEvent } from '../state/event-parts.ts';
import { advance, isOpen, NO_RACE, type Race } from '../state/race.ts';
import { Downloads } from './downloads.tsx';
import { JobView } from './job.tsx';
import { Shell } from './shell.tsx';

/** The part of a shared job's state that the page shows. */
interface SharedJob {
  readonly kind: JobKind;
  readonly state: JobState;
  /** ISO 8601. */
  readonly submitted: string;
  readonly lemmata?: string;
}

/** Returns the address of what everybody may read of a job who knows its secret. */
function sharedAddress(secret: string): string {
  return `/api/shared/${secret}`;
}

/** Reads a shared job; null: the link leads nowhere, or no longer; throws if the server does not answer. */
async function readShared(secret: string): Promise<{ readonly job: SharedJob; readonly task: SubmittedTask } | null> {
  const address = sharedAddress(secret);
  const [state, submitted] = await Promise.all([fetch(address), fetch(`${address}/task`)]);
  if (state.status === 404 || submitted.status === 404) return null;
  const job: SharedJob = await state.json();
  const task: SubmittedTask = await submitted.json();
  return { job, task };
}

/** Reads the events after number `after`; throws if the server does not answer. */
async function readSharedEvents(
  secret: string,
  after: number,
): Promise<{ readonly state: JobState; readonly events: readonly NumberedEvent[] } | null> {
  const response = await fetch(`${sharedAddress(secret)}/events?after=${after}`);
  if (response.status === 404) return null;
  return response.json();
}

const PERIOD_MILLISECONDS = 1_000;

type Shared =
  | { readonly kind: 'asking' | 'away' | 'gone' }
  | { readonly kind: 'job'; readonly task: SubmittedTask; readonly race: Race };

/** One job, to be read by everybody who has its link. */
export function SharedPage({ secret }: { readonly secret: string }) {
  const shared = useShared(secret);
  return (
    <Shell navigation={<p class="dim">A shared job; it can only be read.</p>}>
      {shared.kind === 'job' ? (
        <>
          <div class="job-bar">
            <Downloads race={shared.race} task={shared.task} address={sharedAddress(secret)} documents={null} />
          </div>
          <JobView race={shared.race} task={shared.task} />
        </>
      ) : (
        <p class="card" role="status">
          {TEXTS[shared.kind]}
        </p>
      )}
    </Shell>
  );
}

const TEXTS = {
  asking: 'Asking the server …',
  away: 'The server does not answer; trying again.',
  gone: 'This link leads nowhere: the job was deleted, or is no longer shared.',
} as const;

/** Reads the job, then its events as long as it runs. */
function useShared(secret: string): Shared {
  const [shared, setShared] = useState<Shared>({ kind: 'asking' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    let job: (Shared & { readonly kind: 'job' }) | null = null;
    const look = async (): Promise<void> => {
      try {
        if (job === null) {
          const read = await readShared(secret);
          if (read === null) return setShared({ kind: 'gone' });
          const { task, job: summary } = read;
          const { kind, state, submitted, lemmata = null } = summary;
          job = { kind: 'job', task, race: { ...NO_RACE, kind, state, submitted, lemmata } };
        }
        const news = await readSharedEvents(secret, job.race.last);
        if (left) return;
        if (news === null) return setShared({ kind: 'gone' });
        job = { ...job, race: { ...advance(job.race, news.events), state: news.state } };
        setShared(job);
        if (!isOpen(job.race)) return;
      } catch {
        if (left) return;
        if (job === null) setShared({ kind: 'away' });
      }
      timer = setTimeout(() => void look(), PERIOD_MILLISECONDS);
    };
    void look();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [secret]);
  return shared;
}
