// The switch between versions. Each is a folder, and the folder of all has their list, so pages of an old version know the new ones.

import { element, the } from "../../src/element";

export async function versions(): Promise<void> {
  const { root = "./", here = "" } = document.documentElement.dataset;
  const home = new URL(root, location.href);
  const current = home.pathname.split("/").at(-2);
  const all = new URL("../", home);
  const answer = await fetch(new URL("versions.json", all));
  const list = answer.ok ? ((await answer.json()) as string[]) : [];
  if (current === undefined || !list.includes(current)) {
    return; // the site is not among others
  }
  const box = the("versions");
  const choice = box.querySelector("select")!;
  choice.replaceChildren(...list.map((name) => element("option", { value: name }, name)));
  choice.value = current;
  box.hidden = false;
  choice.addEventListener("change", () => {
    const there = new URL(`${choice.value}/`, all);
    const page = new URL(here, there);
    void fetch(page, { method: "HEAD" }).then(({ ok }) => {
      page.hash = location.hash;
      location.assign(ok ? page : there);
    });
  });
}
