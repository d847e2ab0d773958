// The capabilities that the server announces to a client without capabilities. They decide which tests run.

import { spawn } from "node:child_process";

export async function announced(server: string): Promise<ReadonlySet<string>> {
  const child = spawn(server, ["serve"], { stdio: ["pipe", "pipe", "ignore"] });
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  let bytes = Buffer.alloc(0);
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk]);
    const answer = firstAnswer(bytes);
    if (answer !== undefined) {
      child.kill();
      return names(answer);
    }
  }
  throw new Error("the server ended before it answered");
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly capabilities: Record<string, unknown> };
}

function firstAnswer(bytes: Buffer): Answer | undefined {
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, Math.max(end, 0)).toString())?.[1]);
    if (end < 0 || rest.length < end + 4 + length) {
      return undefined;
    }
    const message = JSON.parse(rest.subarray(end + 4, end + 4 + length).toString()) as Answer;
    if (message.id === 1) {
      return message;
    }
    rest = rest.subarray(end + 4 + length);
  }
}

function names(answer: Answer): ReadonlySet<string> {
  const capabilities = answer.result?.capabilities ?? {};
  const found = new Set<string>();
  for (const [name, value] of Object.entries(capabilities)) {
    if (value === null || value === false) {
      continue;
    }
    found.add(name);
    if (typeof value === "object") {
      Object.entries(value).filter(([, one]) => one !== false && one !== null).forEach(([key]) => found.add(`${name}.${key}`));
    }
  }
  return found;
}
