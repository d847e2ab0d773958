// Elements of the page. Texts of programs and schemas only become text nodes.

/** Makes an element. Strings among the children become text. */
export function element<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Readonly<Record<string, string>>, ...children: ReadonlyArray<Node | string>): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** An element of the page that is always there. */
export function the<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`the page has no ${id}`);
  }
  return found as T;
}
