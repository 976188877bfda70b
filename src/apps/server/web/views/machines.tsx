import { useEffect, useState } from 'preact/hooks';
import { type Cluster, clusterSummary, type Worker } from '../state/machines.ts';
import { fragmentOf } from '../state/route.ts';
import { type Column, Section, Table } from './common.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Worker' },
  { title: 'State' },
  { title: 'Runs' },
  { title: 'Cores', isNumber: true },
  { title: 'Load', isNumber: true },
  { title: 'Free memory', isNumber: true },
];

const PERIOD_MILLISECONDS = 2_000;
const GIGABYTE = 2 ** 30;

/** The workers of the queue, and which job each of them runs. */
export function Machines() {
  const { cluster, lost } = useCluster();
  return (
    <Section title="Machines" name="machines">
      {lost && <p class="dim">The queue does not answer; trying again.</p>}
      {cluster === null ? (
        !lost && <p class="dim">Asking the queue …</p>
      ) : (
        <>
          <p>{clusterSummary(cluster)}</p>
          {cluster.workers.length > 0 && <Workers workers={cluster.workers} />}
        </>
      )}
    </Section>
  );
}

function Workers({ workers }: { readonly workers: readonly Worker[] }) {
  return (
    <Table label="Table of workers" columns={COLUMNS}>
      {workers.map(({ worker, state, parallel, cores, load, freeMemory, tasks }) => (
        <tr key={worker}>
          <td data-label="Worker">{worker}</td>
          <td data-label="State">{state}</td>
          <td data-label="Runs">
            {tasks.length} of {parallel}
            {tasks.map(({ name, job, since }) => (
              <div key={job ?? name}>
                {job === null ? name : <a href={fragmentOf({ page: 'job', job })}>{name}</a>}{' '}
                <time class="dim" dateTime={since}>
                  since {new Date(since).toLocaleTimeString()}
                </time>
              </div>
            ))}
          </td>
          <td class="number" data-label="Cores">
            {cores}
          </td>
          <td class="number" data-label="Load">
            {load.toFixed(1)}
          </td>
          <td class="number" data-label="Free memory">
            {(freeMemory / GIGABYTE).toFixed(1)} GB
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Asks for the state of the workers as long as the view is shown. */
function useCluster(): { readonly cluster: Cluster | null; readonly lost: boolean } {
  const [cluster, setCluster] = useState<Cluster | null>(null);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let shown = true;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        const response = await fetch('/api/cluster');
        if (!response.ok) throw new Error(response.statusText);
        const answer: Cluster = await response.json();
        if (!shown) return;
        setCluster(answer);
        setLost(false);
      } catch {
        if (shown) setLost(true);
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), PERIOD_MILLISECONDS);
    return () => {
      shown = false;
      clearInterval(timer);
    };
  }, []);
  return { cluster, lost };
}
