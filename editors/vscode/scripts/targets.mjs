// The platforms that the extension is packaged for, by VS Code's names, and how to recognise a program for each.

const elf = { magic: "7f454c46", at: 18 };
const macho = { magic: "cffaedfe", at: 4 };
const pe = { magic: "4d5a" };

/** The package for editors in a browser, which holds the server as WebAssembly. */
export const web = "web";

/** By name: Go's name for the platform, the file name of the program, its format, and its machine number. */
export const targets = {
  "linux-x64": { os: "linux", arch: "amd64", binary: "pcl-lsp", format: elf, machine: 0x3e },
  "linux-arm64": { os: "linux", arch: "arm64", binary: "pcl-lsp", format: elf, machine: 0xb7 },
  "darwin-x64": { os: "darwin", arch: "amd64", binary: "pcl-lsp", format: macho, machine: 0x01000007 },
  "darwin-arm64": { os: "darwin", arch: "arm64", binary: "pcl-lsp", format: macho, machine: 0x0100000c },
  "win32-x64": { os: "windows", arch: "amd64", binary: "pcl-lsp.exe", format: pe, machine: 0x8664 },
  "win32-arm64": { os: "windows", arch: "arm64", binary: "pcl-lsp.exe", format: pe, machine: 0xaa64 },
};

export function vsixName(target, version) {
  return `pcl-lsp-${target}-${version}.vsix`;
}

/** The reason why a program is wrong for a target, or undefined. */
export function faultOfBinary(bytes, { format, machine }) {
  if (!bytes.subarray(0, format.magic.length / 2).equals(Buffer.from(format.magic, "hex"))) {
    return `begins with ${bytes.subarray(0, 4).toString("hex")}, not with ${format.magic}`;
  }
  const found = machineOf(bytes, format);
  return found === machine ? undefined : `is for machine 0x${found.toString(16)}, not 0x${machine.toString(16)}`;
}

function machineOf(bytes, format) {
  switch (format) {
    case pe: // the old header contains the offset of the new one
      return bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4);
    case macho:
      return bytes.readUInt32LE(format.at);
    default:
      return bytes.readUInt16LE(format.at);
  }
}
