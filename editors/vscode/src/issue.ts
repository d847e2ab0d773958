// The text of a bug report. It contains versions and settings, and nothing that identifies the user, the machine or the
// program: it quotes only settings without paths and names. Pure.

export interface Situation {
  readonly extension: string;
  readonly editor: string;
  readonly platform: string;
  /** The output of `pcl-lsp version`. */
  readonly server: string;
  /** Where the server came from: the setting, PATH or the extension. */
  readonly serverFrom: string;
  readonly trusted: boolean;
  readonly remote: string;
  /** Settings that differ from their defaults, by full name. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Settings whose values are quoted. For others, the report only says that they are set. */
const harmless = /^pcl\.(?:diagnostics\.scope|inlayHints\.\w+|codeLens\.\w+|plugins\.allow|trace\.server)$/;

export function bugReport(s: Situation): string {
  return [
    "### What happened",
    "",
    "<!-- What did you do, what happened, and what did you expect? -->",
    "",
    "### A program that reproduces it",
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
    "### Changed settings",
    "",
    ...settingLines(s.settings),
    "",
  ].join("\n");
}

function settingLines(settings: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(settings).sort();
  return names.length === 0 ? ["none"] : names.map((name) => (harmless.test(name) ? `- \`${name}\`: \`${JSON.stringify(settings[name])}\`` : `- \`${name}\` is set`));
}

// The server should print versions only, but paths are removed in case it ever prints one.
function firstLines(text: string): string {
  const words = text.split("\n").slice(0, 4).join(", ").split(/\s+/);
  return words.filter((word) => !/^(?:[A-Za-z]:)?[\\/].*[\\/]/.test(word)).join(" ").trim() || "unknown";
}
