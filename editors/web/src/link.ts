// Programs in links: compressed in the fragment of the address, which browsers do not send to any server.

/** What a link has: the texts of files, and the example whose schemas they need. */
export interface Shared {
  readonly example: string;
  readonly files: ReadonlyArray<{ readonly path: string; readonly text: string }>;
}

const limit = 1 << 20; // of a program that is unpacked; a link that somebody made may unpack to more than fits in memory

/** Returns the fragment for a program. */
export async function pack(shared: Shared): Promise<string> {
  const packed = await piped(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"), Infinity);
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#program=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Returns the program in a fragment; undefined if there is none. It fails for a link that is damaged. */
export async function unpack(fragment: string): Promise<Shared | undefined> {
  const [, text] = /^#program=([\w-]+)$/.exec(fragment) ?? [];
  if (text === undefined) {
    return undefined;
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await piped(Uint8Array.from(binary, (character) => character.charCodeAt(0)), new DecompressionStream("deflate-raw"), limit);
  const { example, files } = JSON.parse(new TextDecoder().decode(bytes)) as Shared;
  if (typeof example !== "string" || !Array.isArray(files) || !files.every(({ path, text: content }) => validPath(path) && typeof content === "string")) {
    throw new Error("it holds no program");
  }
  return { example, files };
}

/** Reports whether a text can be the path of a file of the program, such as network/main.pp or .pcl-lsp.yaml. */
export function validPath(path: unknown): path is string {
  return typeof path === "string" && /^(?:(?!\.{1,2}\/)[\w.-]+\/)*(?!\.{1,2}$)[\w.-]+$/.test(path) && path.length < 200;
}

async function piped(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: BlobPart[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    }
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("it is too large");
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
}
