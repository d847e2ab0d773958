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

/** What the user has chosen, as the server reads it. */
export interface Chosen {
  readonly rules: Readonly<Record<string, string>>;
  readonly stack: string;
  readonly secrets: { readonly publicNames: readonly string[] | null };
  readonly diagnostics: { readonly scope: string };
  readonly inlayHints: Readonly<Record<string, boolean>>;
  readonly codeLens: Readonly<Record<string, boolean>>;
}

/** The settings that the server is sent. Trust is what the editor says, whatever settings say. */
export function serverSettings(chosen: Chosen, trusted: boolean): Chosen & { trusted: boolean } {
  return {
    rules: { ...chosen.rules },
    stack: chosen.stack,
    secrets: { publicNames: chosen.secrets.publicNames },
    diagnostics: { scope: chosen.diagnostics.scope },
    inlayHints: { ...chosen.inlayHints },
    codeLens: { ...chosen.codeLens },
    trusted,
  };
}

/** The commands of this extension that answers of the server may refer to. */
export const offeredCommands = ["pcl.installPlugin", "pcl.trustWorkspace", "pcl.allowPlugins", "pcl.showReferences"] as const;

/** All commands that answers of the server may refer to: those above, and the editor's own that suggests again. */
export const understoodCommands = [...offeredCommands, "editor.action.triggerSuggest"] as const;

/** The command to type for `pcl.installPlugin`, or undefined when it is none: one line, so that nothing runs by itself. */
export function typable(command: unknown): string | undefined {
  return typeof command === "string" && command.length <= 1000 && /^pulumi [A-Za-z0-9_.\/:@+=, -]+$/.test(command) ? command : undefined;
}
