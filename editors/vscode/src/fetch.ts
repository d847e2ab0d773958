// What to run to fetch a schema, and what its output must be. Pure: the caller runs it.

/** A schema to fetch with the Pulumi command line. */
export interface SchemaRequest {
  readonly name: string;
  /** The arguments of the command `pulumi`. */
  readonly arguments: readonly string[];
}

/**
 * The request for a package, or undefined if the server asked for something else than a package. A name with a slash or a dot
 * would be a path to the command line, which would run what is there.
 */
export function schemaRequest(name: unknown, version: unknown): SchemaRequest | undefined {
  if (typeof name !== "string" || !/^[A-Za-z][A-Za-z0-9_-]{0,99}$/.test(name)) {
    return undefined;
  }
  if (typeof version !== "string" || !/^(?:[0-9][0-9A-Za-z.+-]{0,99})?$/.test(version)) {
    return undefined;
  }
  return { name, arguments: ["package", "get-schema", version === "" ? name : `${name}@${version}`] };
}

/** The name of the file for what the command has printed, or undefined if that is no schema of the package. */
export function schemaFile(request: SchemaRequest, printed: string): string | undefined {
  let schema: unknown;
  try {
    schema = JSON.parse(printed);
  } catch {
    return undefined;
  }
  const { name, version } = (schema ?? {}) as { name?: unknown; version?: unknown };
  const [, wanted] = request.arguments.at(-1)?.split("@") ?? [];
  const known = typeof version === "string" && version !== "" ? version.replace(/^v/, "") : wanted;
  return name === request.name && known !== undefined && /^[0-9][0-9A-Za-z.+-]{0,99}$/.test(known) ? `${name}-${known}.json` : undefined;
}
