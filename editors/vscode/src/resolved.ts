// What the server answers to `pcl/resolvedSchemas`, made into a list for people. Pure.

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

/** One row for each package; those without a schema come first, for they are what one looks for. */
export function schemaRows(answer: ResolvedSchemas, display: (uri: string) => string): SchemaRow[] {
  const row = (schema: ResolvedSchema): SchemaRow => ({
    label: `${icon(schema)} ${schema.name}`,
    description: schema.state === "ready" ? (schema.version ?? "without a version") : wanted(schema),
    detail: schema.state === "ready" ? display(schema.uri ?? "") : [schema.reason, schema.install && `install it with: ${schema.install}`].filter(Boolean).join("; "),
    schema,
  });
  const ready = (one: ResolvedSchema) => (one.state === "ready" ? 1 : 0);
  return [...answer.packages].sort((a, b) => ready(a) - ready(b)).map(row);
}

function icon(schema: ResolvedSchema): string {
  return schema.state === "ready" ? "$(check)" : schema.state === "loading" ? "$(loading~spin)" : "$(warning)";
}

function wanted(schema: ResolvedSchema): string {
  return schema.wanted ? `${schema.state}, ${schema.wanted} is wanted` : schema.state;
}

/** How many packages have no schema, for the status item. */
export function missingSchemas(answer: ResolvedSchemas): number {
  return answer.packages.filter((one) => one.state !== "ready" && one.state !== "loading").length;
}
