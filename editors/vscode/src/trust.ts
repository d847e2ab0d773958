// Decides what to trust: settings that only the user can have made, and commands that may be copied for a terminal. Pure:
// the caller provides what the editor knows.

/** One setting, as returned by `WorkspaceConfiguration.inspect`. */
export interface Inspected<T> {
  readonly defaultValue?: T;
  readonly globalValue?: T;
}

/**
 * The value of a setting in the user's own settings, or the default. The merged value cannot be trusted: a workspace can
 * write a setting as an object (`{ "pcl": { "plugins": … } }`), where the editor does not enforce its scope.
 */
export function userValue<T>(inspected: Inspected<T> | undefined, otherwise: T): T {
  return inspected?.globalValue ?? inspected?.defaultValue ?? otherwise;
}

/** The user's settings, in the form that the server reads. */
export interface Chosen {
  readonly rules: Readonly<Record<string, string>>;
  readonly stack: string;
  readonly state: string;
  readonly secrets: { readonly publicNames: readonly string[] | null };
  readonly targets: readonly string[];
  readonly diagnostics: { readonly scope: string };
  readonly inlayHints: Readonly<Record<string, boolean>>;
  readonly codeLens: Readonly<Record<string, boolean>>;
}

/** The settings to send to the server. Trust comes from the editor, never from settings. */
export function serverSettings(chosen: Chosen, trusted: boolean): Chosen & { trusted: boolean } {
  return {
    rules: { ...chosen.rules },
    stack: chosen.stack,
    state: chosen.state,
    secrets: { publicNames: chosen.secrets.publicNames },
    targets: [...chosen.targets],
    diagnostics: { scope: chosen.diagnostics.scope },
    inlayHints: { ...chosen.inlayHints },
    codeLens: { ...chosen.codeLens },
    trusted,
  };
}

/** The commands of this extension that the server may use in its answers. */
export const offeredCommands = ["pcl.fetchSchema", "pcl.installPlugin", "pcl.trustWorkspace", "pcl.allowPlugins", "pcl.showReferences", "pcl.showPlan"] as const;

/** All commands that the server may use in its answers: those above, and the editor's own commands that open suggestions and signatures. */
export const understoodCommands = [...offeredCommands, "editor.action.triggerSuggest", "editor.action.triggerParameterHints"] as const;

/** The command to copy for `pcl.installPlugin`, or undefined if it is not valid. It is one line, because a terminal runs a pasted line break. */
export function installCommand(command: unknown): string | undefined {
  return typeof command === "string" && command.length <= 1000 && /^pulumi [A-Za-z0-9_.\/:@+=, -]+$/.test(command) ? command : undefined;
}
