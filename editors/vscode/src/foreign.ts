// Recognises text of other languages that the server may convert. Pure and cheap: it runs on every paste.

/** The longest text that the server converts. */
export const longest = 256 * 1024;

// A block of Terraform that PCL doesn't have, or has with other labels.
const terraform = /^[ \t]*(?:(?:variable|module|provider|output)[ \t]+"[\w-]+"|(?:resource|data)[ \t]+"\w+"[ \t]+"[\w-]+"|(?:locals|terraform))[ \t]*\{/m;

// The first entry of a document, and one that says what it describes.
const json = /^\s*\{\s*"/;
const yaml = /^(?:\s*(?:#.*|---.*)?\r?\n)*[ \t]*[\w.-]+:(?:[ \t]|\r?\n|$)/;
const described = /(?:^|[\s{,])"?(?:kind|type)"?[ \t]*:/;

/** Whether a pasted text may be something that the server can convert. */
export function looksForeign(text: string): boolean {
  if (text.length > longest || text.length < 8) {
    return false;
  }
  return terraform.test(text) || ((json.test(text) || yaml.test(text)) && described.test(text));
}
