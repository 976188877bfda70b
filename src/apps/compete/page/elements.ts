type Child = Node | string | null;

/** An element with attributes and children; null children are left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A choice among texts; the first entry matches any. */
export function choice(
  label: string,
  any: string,
  options: readonly string[],
  changed: (value: string | null) => void,
): HTMLElement {
  const select = element(
    'select',
    {},
    element('option', { value: '' }, any),
    ...options.map((one) => element('option', { value: one }, one)),
  );
  select.addEventListener('change', () => changed(select.value === '' ? null : select.value));
  return element('label', {}, `${label} `, select);
}
