// What may be believed: settings that only the user can have made, and commands that may be typed into a terminal.
// Pure: the editor hands in what it knows.

/** What the editor knows of one setting, as `WorkspaceConfiguration.inspect` tells it. */
export interface Inspected<T> {
  readonly defaultValue?: T;
  readonly globalValue?: T;
}

/**
 * The value of a setting in the user's own settings, or the default. A workspace can spell a setting so that its scope
 * does not keep it out (`{ "pcl": { "plugins": … } }`), so that what the editor makes of all settings is not used.
 */
export function userValue<T>(inspected: Inspected<T> | undefined, otherwise: T): T {
  return inspected?.globalValue ?? inspected?.defaultValue ?? otherwise;
}

/** Settings of the editor that decide what is shown; they can do no harm. */
export interface Shown {
  readonly diagnostics: { readonly scope: string };
  readonly inlayHints: Readonly<Record<string, boolean>>;
}

/** The settings that the server is sent. Trust is what the editor says, whatever settings say. */
export function serverSettings(
  rules: Readonly<Record<string, string>>,
  shown: Shown,
  trusted: boolean,
): { rules: Record<string, string>; trusted: boolean } & Shown {
  return { rules: { ...rules }, diagnostics: shown.diagnostics, inlayHints: shown.inlayHints, trusted };
}

/** The commands of this extension that the server's code actions may refer to. */
export const offeredCommands = ["pcl.installPlugin", "pcl.trustWorkspace", "pcl.allowPlugins"] as const;

/** The command to type for `pcl.installPlugin`, or undefined when it is none: one line, so that nothing runs by itself. */
export function typable(command: unknown): string | undefined {
  return typeof command === "string" && command.length <= 1000 && /^pulumi [A-Za-z0-9_.\/:@+=, -]+$/.test(command) ? command : undefined;
}
