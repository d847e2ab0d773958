// The search. Its index is a file of the site, which is loaded when somebody wants to search.

import MiniSearch from "minisearch";

import { element, the } from "../../src/element";

/** A part of a page, below a heading. */
interface Section {
  readonly id: number;
  readonly url: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

const most = 12; // results
const around = 70; // characters before and after what was found

export function search(): void {
  const query = the<HTMLInputElement>("query");
  const results = the("results");
  const list = results.querySelector("ul")!;
  const root = document.documentElement.dataset["root"] ?? "./";
  let loading: Promise<(words: string) => Section[]> | undefined;
  const hide = (): void => {
    results.hidden = true;
  };

  const show = async (): Promise<void> => {
    const words = query.value.trim();
    if (words === "") {
      return hide();
    }
    const find = await (loading ??= load(root));
    if (words !== query.value.trim()) {
      return; // more was typed
    }
    const found = find(words);
    the("found").textContent = found.length === 0 ? `Nothing is about “${words}”.` : found.length === 1 ? "1 result" : found.length === most ? `The first ${most} results` : `${found.length} results`;
    list.replaceChildren(...found.map((section) => item(section, words, root)));
    results.hidden = false;
  };

  query.addEventListener("input", () => void show());
  query.addEventListener("focus", () => void show());
  the("search").addEventListener("focusout", (event) => {
    if (!the("search").contains(event.relatedTarget as Node | null)) {
      hide();
    }
  });
  list.addEventListener("click", hide); // a result may be on this page
  the("search").addEventListener("keydown", (event) => {
    const places: HTMLElement[] = [query, ...list.querySelectorAll("a")];
    const at = places.indexOf(document.activeElement as HTMLElement);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      places[at + step]?.focus();
    } else if (event.key === "Enter" && at === 0) {
      places[1]?.click();
    } else if (event.key === "Escape") {
      hide();
      query.focus();
      hide();
    }
  });
  addEventListener("keydown", (event) => {
    const writes = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (event.key === "/" && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      query.focus();
    }
  });
  the("search").hidden = false;
}

async function load(root: string): Promise<(words: string) => Section[]> {
  const sections = (await (await fetch(`${root}search.json`)).json()) as Section[];
  const index = new MiniSearch<Section>({ fields: ["title", "page", "text"], searchOptions: { boost: { title: 4, page: 2 }, prefix: true, combineWith: "AND", fuzzy: (term) => (term.length > 4 ? 0.2 : false) } });
  index.addAll(sections);
  return (words) => {
    const exact = sections.filter(({ title }) => title.toLowerCase() === words.toLowerCase());
    const others = index.search(words).map(({ id }) => sections[id as number]!);
    return [...new Set([...exact, ...others])].slice(0, most);
  };
}

function item({ url, page, title, text }: Section, words: string, root: string): HTMLElement {
  const at = Math.max(0, text.toLowerCase().indexOf(words.split(/\s+/)[0]!.toLowerCase()) - around);
  const excerpt = (at > 0 ? "…" : "") + text.slice(at, at + 2 * around) + (at + 2 * around < text.length ? "…" : "");
  return element("li", {}, element("a", { href: root + url }, element("strong", {}, title), element("span", { class: "where" }, page), element("span", { class: "excerpt" }, excerpt)));
}
