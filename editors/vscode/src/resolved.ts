// Turns the answer to `pcl/resolvedSchemas` into rows of a quick pick. Pure.

export interface ResolvedSchema {
  readonly name: string;
  readonly wanted?: string;
  readonly state: string;
  readonly version?: string;
  readonly uri?: string;
  readonly reason?: string;
  readonly install?: string;
}

export interface ResolvedSchemas {
  readonly packages: readonly ResolvedSchema[];
  readonly loading: boolean;
}

export interface SchemaRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly schema: ResolvedSchema;
}

/** One row per package. Packages without a schema come first, because users look for those. */
export function schemaRows(answer: ResolvedSchemas, display: (uri: string) => string): SchemaRow[] {
  const row = (schema: ResolvedSchema): SchemaRow => ({
    label: `${icon(schema)} ${schema.name}`,
    description: schema.state === "ready" ? (schema.version ?? "no version") : wanted(schema),
    detail: schema.state === "ready" ? display(schema.uri ?? "") : (schema.reason ?? ""),
    schema,
  });
  const ready = (one: ResolvedSchema) => (one.state === "ready" ? 1 : 0);
  return [...answer.packages].sort((a, b) => ready(a) - ready(b)).map(row);
}

function icon(schema: ResolvedSchema): string {
  return schema.state === "ready" ? "$(check)" : schema.state === "loading" ? "$(loading~spin)" : "$(warning)";
}

function wanted(schema: ResolvedSchema): string {
  return schema.wanted ? `${schema.state}, needs ${schema.wanted}` : schema.state;
}

/** The packages without a schema, for the status item. */
export function missingSchemas(answer: ResolvedSchemas): string[] {
  return answer.packages.filter((one) => one.state !== "ready" && one.state !== "loading").map((one) => one.name);
}

/** The version that a package must have, or nothing if any version will do. */
export function exactVersion(wanted: string | undefined): string {
  return /^v?([0-9][0-9A-Za-z.+-]*)$/.exec(wanted ?? "")?.[1] ?? "";
}
