import { useEffect, useState } from 'preact/hooks';
import { type Example, formOf } from '../state/form.ts';
import { isOpen } from '../state/race.ts';
import type { Session } from '../transport/session.ts';
import type { Store } from '../transport/store.ts';
import { Downloads } from './downloads.tsx';
import { JobView } from './job.tsx';
import { Jobs } from './jobs.tsx';
import { Machines } from './machines.tsx';
import { NewJob } from './new-job.tsx';
import { Share } from './share.tsx';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

/** The page of `lemmata serve`. */
export function LivePage({
  store,
  session,
  examples,
}: {
  readonly store: Store;
  readonly session: Session;
  readonly examples: readonly Example[];
}) {
  const [app, setApp] = useState(store.app);
  useEffect(() => {
    setApp(store.app);
    return store.watch(setApp);
  }, [store]);
  const { route, job, problem, connection } = app;
  if (connection === 'signed-out')
    return (
      <Shell navigation={null}>
        <SignIn signIn={session.signIn} />
      </Shell>
    );
  return (
    <Shell
      navigation={
        <nav aria-label="Pages">
          <a href="#/" aria-current={route.page === 'new' ? 'page' : undefined}>
            New
          </a>
          <a href="#/jobs" aria-current={route.page === 'jobs' ? 'page' : undefined}>
            Jobs
          </a>
          {app.cluster && (
            <a href="#/machines" aria-current={route.page === 'machines' ? 'page' : undefined}>
              Machines
            </a>
          )}
        </nav>
      }
    >
      {connection === 'lost' && (
        <p class="banner" role="alert">
          The connection to the server is lost; trying again.
        </p>
      )}
      {problem !== null && (
        <p class="banner bad" role="alert">
          {problem}
        </p>
      )}
      {route.page === 'new' && (
        <NewJob
          app={app}
          examples={examples}
          change={(form) => store.dispatch({ kind: 'form', form })}
          submit={session.submit}
        />
      )}
      {route.page === 'jobs' && <Jobs jobs={app.jobs} remove={session.remove} />}
      {route.page === 'machines' && <Machines />}
      {route.page === 'job' && job !== null && (
        <>
          <div class="job-bar">
            {isOpen(job.race) && (
              <button type="button" onClick={session.cancel}>
                {job.race.kind === 'watched' ? 'Stop watching' : 'Cancel'}
              </button>
            )}
            {job.task !== null && (
              <button
                type="button"
                onClick={() => {
                  if (job.task !== null) store.dispatch({ kind: 'form', form: formOf(job.task) });
                  location.hash = '#/';
                }}
              >
                Change and verify again
              </button>
            )}
            {app.shareLinks && <Share key={`share ${job.id}`} job={job.id} />}
            <Downloads race={job.race} task={job.task} address={`/api/jobs/${job.id}`} documents={null} />
          </div>
          <JobView key={job.id} race={job.race} task={job.task} />
        </>
      )}
    </Shell>
  );
}
