// The text of a bug report. It says which versions and settings are at work, and nothing that identifies the user, the
// machine or the program: only settings that hold neither paths nor names are quoted. Pure.

export interface Situation {
  readonly extension: string;
  readonly editor: string;
  readonly platform: string;
  /** What `pcl-lsp version` printed. */
  readonly server: string;
  /** Where the server came from: the setting, PATH or the extension. */
  readonly serverFrom: string;
  readonly trusted: boolean;
  readonly remote: string;
  /** Settings that differ from their defaults, by full name. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Settings whose values are told. Of others it is only said that they are set. */
const harmless = /^pcl\.(?:diagnostics\.scope|inlayHints\.\w+|codeLens\.\w+|plugins\.allow|trace\.server)$/;

export function bugReport(s: Situation): string {
  return [
    "### What happened",
    "",
    "<!-- What you did, what you saw, and what you expected. -->",
    "",
    "### A program that shows it",
    "",
    "```pcl",
    "",
    "```",
    "",
    "### Versions",
    "",
    `- extension ${s.extension}`,
    `- server ${firstLines(s.server)} (from ${s.serverFrom})`,
    `- editor ${s.editor} on ${s.platform}${s.remote === "" ? "" : `, remote: ${s.remote}`}`,
    `- workspace ${s.trusted ? "trusted" : "not trusted"}`,
    "",
    "### Settings that are not the default",
    "",
    ...settingLines(s.settings),
    "",
  ].join("\n");
}

function settingLines(settings: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(settings).sort();
  return names.length === 0 ? ["none"] : names.map((name) => (harmless.test(name) ? `- \`${name}\`: \`${JSON.stringify(settings[name])}\`` : `- \`${name}\` is set`));
}

// The server prints versions only; should it ever print a path, that is left out.
function firstLines(text: string): string {
  const words = text.split("\n").slice(0, 4).join(", ").split(/\s+/);
  return words.filter((word) => !/^(?:[A-Za-z]:)?[\\/].*[\\/]/.test(word)).join(" ").trim() || "unknown";
}
