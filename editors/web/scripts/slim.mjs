// Makes the program smaller, as a linker strips symbols: it removes the tables that say which line of which file each instruction comes
// from, and the names of functions other than the runtime's own, which the runtime looks at. Go keeps them for the traces of crashes.
//
// The tables are in the linker's format of Go 1.20 and later: see go/src/runtime/symtab.go. A program in another format is an error.

const magic = [0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]; // followed by sizes and places of 8 bytes each

// Where a function's description has its parts, in bytes.
const part = { name: 4, stack: 16, file: 20, line: 24, tables: 28, unit: 32, firstLine: 36, size: 44 };

const farApart = 4096; // bytes that are zero between two pieces of data; fewer are written

/** Returns the program without line tables and names. */
export function slim(program) {
  const memory = new Memory(Buffer.from(program));
  const header = memory.find(Buffer.from(magic));
  const [count, , , ...offsets] = Array.from({ length: 8 }, (_, index) => memory.u64(header + 8 + 8 * index));
  const [names, units, files, varints, functions] = offsets.map((offset) => header + offset);
  if (!(count > 1000 && count < 1_000_000 && names < units && units < files && files < varints && varints < functions)) {
    throw new Error("the tables of functions are not where Go 1.20 and later have them");
  }
  const places = Array.from({ length: count }, (_, index) => functions + memory.u32(functions + 8 * index + 4));
  dropLines(memory, places, varints);
  dropNames(memory, places, names, units);
  for (let at = units; at < varints; at++) {
    memory.clear(at); // the names of files
  }
  return memory.written();
}

/** Clears the tables of lines and files, except those that are also tables of something else: the linker writes equal ones once. */
function dropLines(memory, places, varints) {
  const kept = new Set();
  const dropped = new Set();
  for (const at of places) {
    kept.add(memory.u32(at + part.stack));
    for (let table = 0; table < memory.u32(at + part.tables); table++) {
      kept.add(memory.u32(at + part.size + 4 * table));
    }
    dropped.add(memory.u32(at + part.file)).add(memory.u32(at + part.line));
    [part.file, part.line, part.unit, part.firstLine].forEach((field) => memory.clear32(at + field));
  }
  for (const offset of dropped) {
    if (offset !== 0 && !kept.has(offset)) {
      memory.clearVarints(varints + offset);
    }
  }
}

/** Clears the names of functions. The runtime treats its own functions specially, and knows some of them by the beginning of the name. */
function dropNames(memory, places, from, to) {
  const runtimes = (at) => memory.text(at, 8) === "runtime.";
  for (const at of places) {
    if (!runtimes(from + memory.u32(at + part.name))) {
      memory.clear32(at + part.name);
    }
  }
  for (let at = from; at < to; at++) {
    for (const clear = !runtimes(at); memory.u8(at) !== 0; at++) {
      if (clear) {
        memory.clear(at);
      }
    }
  }
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

  /** The program with its data in few pieces: a hundred thousand pieces with their addresses compress badly, and zeros between them well. */
  written() {
    const pieces = [];
    for (const piece of this.pieces) {
      const data = this.bytes.subarray(piece.at, piece.at + piece.length);
      const last = pieces.at(-1);
      const gap = last ? piece.address - last.end : Infinity;
      if (gap > farApart) {
        pieces.push({ address: piece.address, end: piece.address + piece.length, parts: [data] });
      } else {
        last.parts.push(Buffer.alloc(gap), data);
        last.end = piece.address + piece.length;
      }
    }
    const content = pieces.flatMap(({ address, end, parts }) => [Buffer.from([0, 0x41, ...signed(address), 0x0b, ...unsigned(end - address)]), ...parts]);
    const section = Buffer.concat([Buffer.from(unsigned(pieces.length)), ...content]);
    const { from, to } = this.section;
    return Buffer.concat([this.bytes.subarray(0, from), Buffer.from([11, ...unsigned(section.length)]), section, this.bytes.subarray(to)]);
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
