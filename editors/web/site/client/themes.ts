// The choice of colors: those of the system, light or dark.

import { the } from "../../src/element";

export function themes(): void {
  const box = the("theme");
  const choice = box.querySelector("select")!;
  choice.value = localStorage.getItem("theme") ?? "";
  box.hidden = false;
  choice.addEventListener("change", () => {
    if (choice.value) {
      localStorage.setItem("theme", choice.value);
      document.documentElement.dataset["theme"] = choice.value;
    } else {
      localStorage.removeItem("theme");
      delete document.documentElement.dataset["theme"];
    }
  });
}
