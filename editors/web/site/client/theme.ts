// Runs before the page is drawn, so that no wrong color flashes.

const chosen = localStorage.getItem("theme");
if (chosen) {
  document.documentElement.dataset["theme"] = chosen;
}
