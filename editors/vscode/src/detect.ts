// Decides whether a `.pp` file is PCL or Puppet. A project with `runtime: pcl` decides, or else the text. Pure: the caller
// reads the files.

export type Verdict = "pcl" | "puppet" | "unknown";

/** The runtime in a Pulumi.yaml, or undefined. Reads only the forms of YAML that occur in practice. */
export function projectRuntime(yaml: string): string | undefined {
  const lines = yaml.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const plain = /^runtime:\s*([^#]*)/.exec(line);
    if (!plain) {
      continue;
    }
    const value = (plain[1] ?? "").trim();
    return value === "" ? nestedName(lines.slice(at + 1)) : flowName(value);
  }
  return undefined;
}

function nestedName(lines: string[]): string | undefined {
  for (const line of lines) {
    if (/^\s*(?:#.*)?$/.test(line)) {
      continue;
    }
    const name = /^\s+name:\s*([^#]*)/.exec(line);
    if (name) {
      return unquote((name[1] ?? "").trim());
    }
    if (/^\S/.test(line)) {
      return undefined;
    }
  }
  return undefined;
}

function flowName(value: string): string | undefined {
  if (!value.startsWith("{")) {
    return unquote(value);
  }
  const name = /\bname\s*:\s*("[^"]*"|'[^']*'|[^,}\s]+)/.exec(value);
  return name?.[1] === undefined ? undefined : unquote(name[1]);
}

function unquote(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}

const pclHeads = [
  /^(?:config|output)[ \t]+(?:"[^"\n]*"|[\p{L}_][\p{L}\p{N}_-]*)(?:[ \t]+(?:"[^\n]*"|[a-z]+))?[ \t]*\{/mu,
  /^(?:resource|read)[ \t]+(?:"[^"\n]*"|[\p{L}_][\p{L}\p{N}_-]*)[ \t]+"[^"\n]*"[ \t]*\{/mu,
  /^component[ \t]+(?:"[^"\n]*"|[\p{L}_][\p{L}\p{N}_-]*)(?:[ \t]+"[^"\n]*")?[ \t]*\{/mu,
  /^hook[ \t]+"?(?:resource|error)"?[ \t]+/m,
  /^(?:pulumi|package)(?:[ \t]+"[^"\n]*")?[ \t]*\{(?:\s|#[^\n]*\n)*[A-Za-z_}]/m, // in Puppet, a title follows the brace
  /^[\p{L}_][\p{L}\p{N}_-]*[ \t]*=(?![=>~])/mu,
];

const puppetHeads = [
  /^[ \t]*(?:class|define|type|plan)[ \t]+[a-z][\w:]*[ \t]*(?:\(|\{|inherits\b)/m,
  /^[ \t]*node[ \t]+(?:default|'[^']*'|"[^"]*"|\/[^\n]*\/)/m,
  /^[ \t]*(?:include|contain|require)[ \t]+(?:::)?[a-z][\w:]*[ \t]*$/m,
  /^[ \t]*\$[a-z][\w:]*[ \t]*=/m,
  /^[ \t]*@{0,2}[a-z][\w:]*[ \t]*\{(?:\s|#[^\n]*\n)*(?:'[^'\n]*'|"[^"\n]*"|\$\w+|\[[^\]]*\])[ \t]*:/m,
  /^[ \t]*[A-Z][\w:]*[ \t]*\{\s*[a-z]\w*[ \t]*=>/m,
  /^[ \t]*function[ \t]+[a-z][\w:]*[ \t]*\(/m,
  /^[ \t]*(?:if|unless|case)[ \t]+!?[ \t]*\(?\$/m,
];

/** The verdict on the text alone. A text that fits both or neither is "unknown". */
export function judgeText(text: string): Verdict {
  const pcl = pclHeads.some((head) => head.test(text));
  const puppet = puppetHeads.some((head) => head.test(text));
  if (pcl === puppet) {
    return "unknown";
  }
  return pcl ? "pcl" : "puppet";
}

/** The verdict on a file: by its nearest Pulumi.yaml if that says PCL, or else by its text. */
export function judge(text: string, pulumiYaml: string | undefined): Verdict {
  if (pulumiYaml !== undefined && projectRuntime(pulumiYaml) === "pcl") {
    return "pcl";
  }
  return judgeText(text);
}
