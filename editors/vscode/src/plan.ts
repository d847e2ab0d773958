// The answer to `pcl/plan` (docs/state.md) as a tree, and the command that exports a state. Pure.

export interface Location {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

export interface PlannedResource {
  readonly operation: string;
  readonly name: string;
  readonly type: string;
  readonly urn?: string;
  readonly oldUrn?: string;
  readonly component?: boolean;
  readonly id?: string;
  readonly console?: string;
  readonly place?: Location;
  readonly block?: string;
  readonly details?: readonly string[];
}

/** A reason why the run would fail, or something that is good to know. */
export interface PlanNote {
  readonly message: string;
  readonly urn?: string;
  readonly place?: Location;
}

export interface ProgramPlan {
  readonly uri: string;
  readonly project?: string;
  readonly stack?: string;
  readonly state?: string;
  readonly message?: string;
  readonly summary?: string;
  readonly problems: readonly PlanNote[];
  readonly notes?: readonly PlanNote[];
  readonly resources: readonly PlannedResource[];
}

export interface Plans {
  readonly programs: readonly ProgramPlan[];
}

/** A row of the tree. */
export interface Row {
  /** The same for the same thing after an edit, so that the tree keeps what is unfolded. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly icon: string;
  /** Whether the children are shown at first. */
  readonly open: boolean;
  readonly children: readonly Row[];
  readonly place?: Location;
  readonly resource?: PlannedResource;
}

// In the order of the tree. The names of the groups say what a run would do.
const groups = [
  { operation: "replace", label: "Replace", icon: "diff-renamed" },
  { operation: "delete", label: "Delete: no longer in the program", icon: "diff-removed" },
  { operation: "cannot tell", label: "Cannot tell", icon: "question" },
  { operation: "update", label: "Update", icon: "diff-modified" },
  { operation: "import", label: "Import", icon: "cloud-download" },
  { operation: "create", label: "Create: new in the program", icon: "diff-added" },
  { operation: "read", label: "Read: looked up only", icon: "eye" },
  { operation: "same", label: "Same", icon: "check" },
] as const;

/** The tree: a row for each stack, groups by operation below it, then resources with the reasons. Programs of which no state is known have none. */
export function planRows(plans: Plans): Row[] {
  return plans.programs.filter((one) => one.message || one.summary).map(programRow);
}

function programRow(plan: ProgramPlan): Row {
  const id = plan.uri;
  const name = plan.stack || "A new stack";
  const project = plan.project ?? "";
  if (plan.message) {
    return { id, label: name, description: `${project}: ${plan.message}`, tooltip: plan.message, icon: "warning", open: false, children: [] };
  }
  const noteRow = (kind: string, before: string, icon: string) => (one: PlanNote, i: number): Row => ({
    id: `${id}#${kind}${i}`, label: one.message.replaceAll("`", ""), description: "", tooltip: `${before}${one.message}${one.urn ? `\n${one.urn}` : ""}`, icon, open: false, children: [],
    ...(one.place ? { place: one.place } : {}),
  });
  const problems = plan.problems.map(noteRow("problem", "The run would fail: ", "error"));
  const notes = (plan.notes ?? []).map(noteRow("note", "", "info"));
  const grouped = groups.flatMap(({ operation, label, icon }): Row[] => {
    const found = plan.resources.filter((one) => one.operation === operation);
    const children = found.map((one) => resourceRow(`${id}#${operation}`, one, icon));
    return found.length === 0 ? [] : [{ id: `${id}#${operation}`, label, description: String(found.length), tooltip: "", icon, open: operation !== "same", children }];
  });
  return { id, label: name, description: [project, plan.summary].filter(Boolean).join(": "), tooltip: plan.state ?? "The state was read from Pulumi and is only in memory.", icon: "layers", open: true, children: [...problems, ...notes, ...grouped] };
}

function resourceRow(above: string, one: PlannedResource, icon: string): Row {
  const id = `${above}#${one.urn ?? one.name}#${one.oldUrn ?? ""}`;
  const lines = [one.urn, one.oldUrn ? `before: ${one.oldUrn}` : "", one.id ? `id: ${one.id}` : ""].filter(Boolean);
  const details = (one.details ?? []).map((text, i): Row => ({ id: `${id}#${i}`, label: text, description: "", tooltip: text, icon: "", open: false, children: [] }));
  return {
    id, label: one.name, description: [one.type.slice(one.type.lastIndexOf(":") + 1), one.id].filter(Boolean).join(" · "), tooltip: lines.join("\n"), icon: one.component ? "package" : icon, open: false, children: details,
    resource: one, ...(one.place ? { place: one.place } : {}),
  };
}

/** The rows from the top to the first resource of a block; empty if there is none. */
export function pathTo(rows: readonly Row[], uri: string, block: string): Row[] {
  for (const row of rows) {
    if (row.resource?.block === block && row.resource.place?.uri === uri) {
      return [row];
    }
    const below = pathTo(row.children, uri, block);
    if (below.length > 0) {
      return [row, ...below];
    }
  }
  return [];
}

/** The arguments of the command `pulumi` that prints the state of a stack; undefined if this is no name of a stack. Secrets stay encrypted. */
export function exportArguments(stack: string): string[] | undefined {
  return /^(?:[A-Za-z0-9_][\w./-]{0,199})?$/.test(stack) ? ["stack", "export", ...(stack === "" ? [] : ["--stack", stack])] : undefined;
}

/** An address that may be opened: that of a console. */
export function consoleAddress(text: unknown): string | undefined {
  return typeof text === "string" && /^https:\/\/(?:console\.(?:aws\.amazon\.com|amazonaws-us-gov\.com|amazonaws\.cn|cloud\.google\.com)|portal\.azure\.com)\/[!-~]*$/.test(text) ? text : undefined;
}
