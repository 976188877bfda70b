import { useState } from 'preact/hooks';

/** Asks for the server's token: for addresses without it, and after the server got another one. */
export function SignIn({ signIn }: { readonly signIn: (token: string) => Promise<boolean | null> }) {
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
