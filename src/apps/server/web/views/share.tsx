import { useState } from 'preact/hooks';
import { fragmentOf } from '../state/route.ts';

/** Makes, shows and revokes the link by which everybody can read the job. */
export function Share({ job }: { readonly job: string }) {
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
