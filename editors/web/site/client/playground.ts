// Opens examples in the playground, in a frame. The frame is loaded for the first example and then kept, so the checker starts once.

import { the } from "../../src/element";

export function playground(): void {
  const dialog = the<HTMLDialogElement>("playground");
  const frame = dialog.querySelector("iframe")!;
  const colors = (): void => {
    const inside = frame.contentDocument?.documentElement;
    if (inside) {
      inside.dataset["theme"] = document.documentElement.dataset["theme"] ?? "";
    }
  };
  frame.addEventListener("load", colors);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.check") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    const address = new URL(link.href);
    the("example").textContent = link.dataset["title"] ?? "";
    the<HTMLAnchorElement>("whole").href = address.href;
    address.search = "embedded";
    if (frame.src) {
      frame.contentWindow?.location.replace(address); // only the part after # is new: the page stays and opens the program
      colors();
    } else {
      frame.src = address.href;
    }
    dialog.showModal();
  });
  the("close").addEventListener("click", () => dialog.close());
}
