// Makes the program smaller, as a linker strips symbols: it removes the tables that say which line of which file each instruction comes
// from, and the names of functions other than the runtime's own, which the runtime looks at. Go keeps them for the traces of crashes.
//
// The tables are in the linker's format of Go 1.20 and later: see go/src/runtime/symtab.go. A program in another format is an error.

const magic = [0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]; // followed by sizes and places of 8 bytes each

/** Returns the program without line tables. */
export function slim(program) {
  const bytes = Buffer.from(program);
  const memory = new Memory(bytes);
  const table = memory.find(Buffer.from(magic));
  const word = (index) => Number(memory.u64(table + 8 + 8 * index));
  const count = word(0);
  const [, , names, units, files, varints, functions] = [0, 1, 2, 3, 4, 5, 6].map((index) => word(index + 1));
  if (!(count > 1000 && count < 1_000_000 && names < units && units < files && files < varints && varints < functions)) {
    throw new Error("the tables of functions are not where Go 1.20 and later have them");
  }
  const kept = new Map();
  const places = [];
  for (let i = 0; i < count; i++) {
    const at = table + functions + memory.u32(table + functions + 8 * i + 4);
    const data = memory.u32(at + 28);
    places.push(at);
    for (const offset of [memory.u32(at + 16), ...Array.from({ length: data }, (_, j) => memory.u32(at + 44 + 4 * j))]) {
      kept.set(offset, true);
    }
  }
  const dropped = new Set();
  for (const at of places) {
    for (const field of [20, 24]) {
      const offset = memory.u32(at + field);
      if (offset !== 0 && !kept.has(offset)) {
        dropped.add(offset);
      }
      memory.clear32(at + field);
    }
    memory.clear32(at + 32); // the file
    memory.clear32(at + 36); // its first line
    if (memory.text(table + names + memory.u32(at + 4), 8) !== "runtime.") {
      memory.clear32(at + 4);
    }
  }
  for (const offset of dropped) {
    memory.clearVarints(table + varints + offset);
  }
  for (let at = table + units; at < table + varints; at++) {
    memory.clear(at); // which files there are; the names of files lie behind
  }
  for (let at = table + names; at < table + units; ) {
    const runtimes = memory.text(at, 8) === "runtime.";
    for (; memory.u8(at) !== 0; at++) {
      if (!runtimes) {
        memory.clear(at);
      }
    }
    at++;
  }
  return memory.written();
}

/** The memory of the program as it begins: the data section puts pieces of the file at addresses. */
class Memory {
  constructor(bytes) {
    this.bytes = bytes;
    this.pieces = [];
    this.section = { from: 0, to: 0 };
    let at = 8;
    const number = () => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++];
        value += (byte & 127) * 2 ** shift;
        if (byte < 128) {
          return value;
        }
      }
    };
    while (at < bytes.length) {
      const begin = at;
      const id = bytes[at++];
      const size = number();
      const end = at + size;
      if (id === 11) {
        this.section = { from: begin, to: end };
        for (let left = number(); left > 0; left--) {
          at += 2; // the memory, which is the only one, and i32.const
          const address = number();
          at++; // end
          const length = number();
          this.pieces.push({ address, at, length });
          at += length;
        }
      }
      at = end;
    }
    this.pieces.sort((a, b) => a.address - b.address);
  }

  find(pattern) {
    for (const piece of this.pieces) {
      const found = this.bytes.subarray(piece.at, piece.at + piece.length).indexOf(pattern);
      if (found >= 0) {
        return piece.address + found;
      }
    }
    throw new Error("the program has no table of functions as Go 1.20 and later write it");
  }

  /** Where a byte is in the file; -1 if it is a zero that the file leaves out. */
  place(address) {
    let low = 0;
    let high = this.pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle].address <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const piece = this.pieces[low - 1];
    return piece && address < piece.address + piece.length ? piece.at + address - piece.address : -1;
  }

  u8(address) {
    const at = this.place(address);
    return at < 0 ? 0 : this.bytes[at];
  }

  u32(address) {
    return (this.u8(address) | (this.u8(address + 1) << 8) | (this.u8(address + 2) << 16) | (this.u8(address + 3) << 24)) >>> 0;
  }

  u64(address) {
    return this.u32(address) + this.u32(address + 4) * 2 ** 32;
  }

  clear(address) {
    const at = this.place(address);
    if (at >= 0) {
      this.bytes[at] = 0;
    }
  }

  text(address, length) {
    return String.fromCharCode(...Array.from({ length }, (_, i) => this.u8(address + i)));
  }

  clear32(address) {
    for (let i = 0; i < 4; i++) {
      this.clear(address + i);
    }
  }

  /** The program with its data as one piece: a hundred thousand pieces with their addresses compress badly, and zeros well. */
  written() {
    const last = this.pieces.at(-1);
    const first = this.pieces[0].address;
    const data = Buffer.alloc(last.address + last.length - first);
    for (const piece of this.pieces) {
      this.bytes.copy(data, piece.address - first, piece.at, piece.at + piece.length);
    }
    const content = Buffer.concat([Buffer.from([1, 0, 0x41, ...signed(first), 0x0b, ...unsigned(data.length)]), data]);
    const { from, to } = this.section;
    return Buffer.concat([this.bytes.subarray(0, from), Buffer.from([11, ...unsigned(content.length)]), content, this.bytes.subarray(to)]);
  }

  /** Clears a table: pairs of numbers of seven bits a byte, up to the pair that begins with zero. Returns its length. */
  clearVarints(address) {
    let at = address;
    const skip = () => {
      let value = 0;
      for (;;) {
        const byte = this.u8(at);
        this.clear(at++);
        value |= byte & 127;
        if (byte < 128) {
          return value;
        }
      }
    };
    for (let first = true; ; first = false) {
      if (skip() === 0 && !first) {
        return at - address;
      }
      skip();
    }
  }
}

/** A number of WebAssembly: seven bits a byte, the last one without the eighth bit. */
function unsigned(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(Math.floor(value / 128))];
}

/** The same for a number that may be negative: its sixth bit is the sign. */
function signed(value) {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(Math.floor(value / 128))];
}
