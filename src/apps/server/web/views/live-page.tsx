import { useEffect, useState } from 'preact/hooks';
import { type Example, formOf } from '../state/form.ts';
import { isOpen } from '../state/race.ts';
import { fragmentOf } from '../state/route.ts';
import type { Session } from '../transport/session.ts';
import type { Store } from '../transport/store.ts';
import { Downloads } from './downloads.tsx';
import { JobView } from './job.tsx';
import { Jobs } from './jobs.tsx';
import { Machines } from './machines.tsx';
import { NewJob } from './new-job.tsx';
import { Shell } from './shell.tsx';

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

/** Makes, shows and revokes the link by which everybody can read the job. */
function Share({ job }: { readonly job: string }) {
  const [link, setLink] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const ask = async (method: 'POST' | 'DELETE'): Promise<void> => {
    try {
      const response = await fetch(`/api/jobs/${job}/share`, { method });
      if (!response.ok) throw new Error(response.statusText);
      const { share }: { readonly share: string | null } = await response.json();
      setLink(share === null ? null : `${location.origin}/${fragmentOf({ page: 'shared', secret: share })}`);
      setSaid(share === null ? 'The link leads nowhere any more.' : '');
    } catch {
      setSaid('The server did not do it.');
    }
  };
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid('Select the link to copy it.');
    }
  };
  return (
    <div class="share">
      {link === null ? (
        <button type="button" onClick={() => void ask('POST')}>
          Share
        </button>
      ) : (
        <>
          <label>
            Anybody with this link can read the job:{' '}
            <input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
          <button type="button" onClick={() => void copy(link)}>
            Copy
          </button>
          <button type="button" onClick={() => void ask('DELETE')}>
            Stop sharing
          </button>
        </>
      )}
      <span class="dim" role="status">
        {said}
      </span>
    </div>
  );
}

/** Asks for the server's token: for addresses without it, and after the server got another one. */
function SignIn({ signIn }: { readonly signIn: (token: string) => Promise<boolean | null> }) {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setAsking(true);
    const signedIn = await signIn(token.trim());
    setAsking(false);
    if (signedIn === false) setProblem('That is not the token of this server.');
    else setProblem(signedIn === null ? 'The server does not answer.' : null);
  };
  return (
    <form class="card sign-in" aria-labelledby="sign-in-title" onSubmit={(event) => void submit(event)}>
      <h2 id="sign-in-title">Sign in</h2>
      <p>
        This server wants its token. <code>lemmata serve</code> prints an address with it when it starts; after a
        restart, the token may be another one.
      </p>
      <label>
        Token
        <input
          type="password"
          autocomplete="current-password"
          required
          value={token}
          aria-describedby="sign-in-problem"
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
        />
      </label>
      <p id="sign-in-problem" class="problems" role="status">
        {problem}
      </p>
      <button type="submit" class="primary" disabled={asking}>
        Sign in
      </button>
    </form>
  );
}
