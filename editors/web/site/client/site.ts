// What the pages do: search, themes, versions, and the playground for examples. Without it, everything can still be read.

import { the } from "../../src/element";
import { playground } from "./playground";
import { search } from "./search";
import { themes } from "./themes";
import { versions } from "./versions";

/** The list of pages begins at this page. On a phone, it opens below a button. */
function menu(): void {
  const pages = the("pages");
  const current = pages.querySelector<HTMLElement>("[aria-current]");
  pages.scrollTop = (current?.offsetTop ?? 0) - pages.clientHeight / 2;
  const button = the<HTMLButtonElement>("menu");
  button.addEventListener("click", () => {
    const open = document.body.classList.toggle("menu");
    button.setAttribute("aria-expanded", String(open));
  });
}

/** What is wider than the page can be scrolled by keys, too. */
function reach(): void {
  for (const wide of document.querySelectorAll<HTMLElement>("pre, .wide")) {
    if (wide.scrollWidth > wide.clientWidth) {
      wide.tabIndex = 0;
      wide.setAttribute("role", "group");
      wide.setAttribute("aria-label", wide.matches("pre") ? "Code" : "Table");
    } else {
      wide.removeAttribute("tabindex");
      wide.removeAttribute("role");
      wide.removeAttribute("aria-label");
    }
  }
}

menu();
themes();
playground();
search();
void versions();
reach();
addEventListener("resize", reach);
