// The stacks to choose from. Each stack has its configuration in a file next to the project file. Pure: the caller provides
// the file names.

/** The stack that a file configures, or undefined: `dev` for `Pulumi.dev.yaml`, and none for `Pulumi.yaml`, the project file. */
export function stackOfFile(fileName: string): string | undefined {
  const name = fileName.slice(fileName.lastIndexOf("/") + 1);
  const stack = /^Pulumi\.(.+)\.ya?ml$/.exec(name)?.[1];
  return stack !== undefined && /^[A-Za-z0-9_.-]+$/.test(stack) ? stack : undefined;
}

export interface StackChoice {
  readonly label: string;
  readonly description: string;
  /** The value of `pcl.stack`; empty for none. */
  readonly stack: string;
}

/** The choices: no stack, then each stack once by name, with the folders that configure it. */
export function stackChoices(files: readonly string[], current: string): StackChoice[] {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const stack = stackOfFile(file);
    if (stack !== undefined) {
      const at = file.lastIndexOf("/");
      folders.set(stack, [...(folders.get(stack) ?? []), at < 0 ? "." : file.slice(0, at)]);
    }
  }
  const describe = (stack: string, where: string) => (stack === current ? `${where} (selected)` : where);
  return [
    { label: "No stack", description: describe("", "use the defaults of configs"), stack: "" },
    ...[...folders.keys()].sort().map((stack) => ({
      label: stack,
      description: describe(stack, [...new Set(folders.get(stack))].sort().join(", ")),
      stack,
    })),
  ];
}
