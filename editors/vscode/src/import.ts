// What to run to import an existing resource, and what to insert. Pure: the caller asks and runs.

/** An existing resource. */
export interface Existing {
  readonly type: string;
  readonly name: string;
  readonly id: string;
}

/** Why a type cannot be one; undefined if it can. */
export function typeProblem(type: string): string | undefined {
  return /^[A-Za-z][\w-]{0,99}:(?:[\w./-]{0,200}:)?[A-Za-z]\w{0,199}$/.test(type) ? undefined : "A type has the form package:module:Type";
}

/** Reports whether what somebody types is a type, and no part of one in the list, such as `s3:bucket`. */
export function isOtherType(typed: string, types: readonly string[]): boolean {
  return typeProblem(typed) === undefined && !types.some((type) => type.toLowerCase().includes(typed.toLowerCase()));
}

/** Why a name cannot be one; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  return /^[A-Za-z_]\w{0,99}$/.test(name) ? undefined : "A name has letters, digits and underscores, and starts with a letter";
}

/** Why an id cannot be one; undefined if it can. */
export function idProblem(id: string): string | undefined {
  return id !== "" && id.length <= 1000 && !/[\0-\x1f\x7f]/.test(id) ? undefined : "Enter the id that the provider has for the resource";
}

/** A name for a resource of a type: that of the type, which starts with a small letter. */
export function usualName(type: string): string {
  const member = type.slice(type.lastIndexOf(":") + 1);
  return member.slice(0, 1).toLowerCase() + member.slice(1);
}

/**
 * The arguments of the command `pulumi` that imports a resource and writes its code to a file; undefined if something is no type,
 * name, id or stack. Nothing after "--" is taken for an option.
 */
export function importArguments({ type, name, id }: Existing, stack: string, file: string): string[] | undefined {
  if (typeProblem(type) !== undefined || nameProblem(name) !== undefined || idProblem(id) !== undefined || !/^(?:[A-Za-z0-9_][\w./-]{0,199})?$/.test(stack)) {
    return undefined;
  }
  return ["import", "--yes", "--out", file, ...(stack === "" ? [] : ["--stack", stack]), "--", type, name, id];
}

/** A command as a shell would take it, for people to read. */
export function shown(command: readonly string[]): string {
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

/** The text that the server converts to a block with the option `import`. */
export function importFile(existing: Existing): string {
  return JSON.stringify({ resources: [existing] });
}

/** The block as a snippet: each empty value of an input is a place to type at. */
export function snippetOf(block: string): string {
  let place = 0;
  return block.replaceAll(/[\\$}]/g, "\\$&").replaceAll(/^( {2}[\w-]+ += )(""|0|false|null|\[\]|\{\\\})$/gm, (_, before: string, value: string) => `${before}\${${++place}:${value}}`) + "$0";
}

/** Whether a text is PCL and not code of another language. */
export function isPCL(text: string): boolean {
  return /^(?:resource|package)\s+[\w"-]+\s+"[^"\n]+"\s*\{/m.test(text);
}

/** What to insert before a block at the end of a text, so that one blank line separates them. */
export function missingLineEnds(text: string): string {
  const [ending = ""] = /(?:\r?\n)*$/.exec(text) ?? [];
  return text === ending ? "" : "\n".repeat(Math.max(0, 2 - ending.replaceAll("\r", "").length));
}
