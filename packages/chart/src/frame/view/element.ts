export function element<K extends keyof HTMLElementTagNameMap>(page: Document, name: K, className: string): HTMLElementTagNameMap[K] {
  const made = page.createElement(name);
  made.className = className;
  return made;
}

/** Writes only what changed: an unchanged live region is not read out again. */
export function setText(target: HTMLElement, value: string): void {
  if (target.textContent !== value) target.textContent = value;
}
