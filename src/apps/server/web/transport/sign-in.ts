/** Returns whether this page has a session of the server's; null: the server does not answer. */
export function isSignedIn(): Promise<boolean | null> {
  return ask({ cache: 'no-store' });
}

/** Begins a session with the server's token. Returns whether it is right; null: the server does not answer. */
export function signIn(token: string): Promise<boolean | null> {
  return ask({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }) });
}

async function ask(request: RequestInit): Promise<boolean | null> {
  try {
    const response = await fetch('/api/session', request);
    if (!response.ok) return null;
    const answer: { readonly signedIn: boolean } = await response.json();
    return answer.signedIn;
  } catch {
    return null;
  }
}
