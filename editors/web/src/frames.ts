// The messages of the protocol, between texts and the bytes of streams.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A message as the server reads it. */
export function frame(text: string): Uint8Array {
  const body = encoder.encode(text);
  return joined([encoder.encode(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** Returns a function that takes bytes as they come, and passes on each message that is complete. */
export function unframer(receive: (text: string) => void): (bytes: Uint8Array) => void {
  let held: Uint8Array = new Uint8Array();
  return (bytes) => {
    held = held.length === 0 ? bytes : joined([held, bytes]);
    for (;;) {
      const begin = bodyOf(held);
      const length = begin < 0 ? NaN : Number(/content-length: *(\d+)/i.exec(decoder.decode(held.subarray(0, begin)))?.[1]);
      if (!(held.length >= begin + length)) {
        return;
      }
      const text = decoder.decode(held.subarray(begin, begin + length));
      held = held.subarray(begin + length);
      receive(text);
    }
  };
}

/** A queue of messages that is read as a stream. */
export class Input {
  private bytes: Uint8Array = new Uint8Array();
  private waiting: (() => void) | undefined;

  add(text: string): void {
    const more = frame(text);
    this.bytes = this.bytes.length === 0 ? more : joined([this.bytes, more]);
    this.waiting?.();
  }

  /** Calls back with up to max bytes, as soon as there are any. */
  read(max: number, done: (bytes: Uint8Array) => void): void {
    if (this.bytes.length === 0) {
      this.waiting = () => {
        this.waiting = undefined;
        this.read(max, done);
      };
      return;
    }
    const part = this.bytes.subarray(0, max);
    this.bytes = this.bytes.subarray(max);
    done(part);
  }
}

/** Where the body begins, or -1. */
function bodyOf(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1)) {
    if (bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) {
      return at + 4;
    }
  }
  return -1;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
