import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEY = 'lemmata-theme';

/** The frame of every view. */
export function Shell({
  navigation,
  children,
}: {
  readonly navigation: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const [theme, setTheme] = useState<Theme>(savedTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A page that may not store anything forgets the choice.
    }
  }, [theme]);
  return (
    <>
      <header>
        <h1>Lemmata</h1>
        {navigation}
        <label class="theme">
          <span class="sr-only">Colours</span>
          <select
            value={theme}
            onChange={({ currentTarget }) => setTheme(THEMES.find((one) => one === currentTarget.value) ?? 'auto')}
          >
            {THEMES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </header>
      <main>{children}</main>
    </>
  );
}

function savedTheme(): Theme {
  try {
    return THEMES.find((one) => one === localStorage.getItem(KEY)) ?? 'auto';
  } catch {
    return 'auto';
  }
}
