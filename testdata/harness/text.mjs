// Positions in a text, in each of the three encodings, worked out independently of the server.

/** Length of a piece of text in the units of an encoding. */
export function width(text, encoding) {
  switch (encoding) {
    case "utf-8":
      return Buffer.byteLength(text, "utf8");
    case "utf-32":
      return [...text].length;
    default:
      return text.length;
  }
}

/** The position of an index into a JavaScript string. Lines end with LF, CRLF or CR, as in the protocol. */
export function positionAt(text, index, encoding = "utf-16") {
  const before = text.slice(0, index);
  const lines = before.split(/\r\n|\n|\r/);
  // An index between CR and LF counts as the end of the line.
  if (before.endsWith("\r") && text[index] === "\n") {
    lines.pop();
  }
  const line = lines.length - 1;
  const start = lineStarts(text)[line];
  return { line, character: width(text.slice(start, index), encoding) };
}

/** The index into a JavaScript string of a position; beyond the end of a line, that end. */
export function indexAt(text, position, encoding = "utf-16") {
  const starts = lineStarts(text);
  if (position.line >= starts.length) {
    return text.length;
  }
  const start = starts[position.line];
  const next = starts[position.line + 1] ?? text.length;
  const line = text.slice(start, next).replace(/(?:\r\n|\n|\r)$/, "");
  let units = 0;
  let index = start;
  for (const character of line) {
    if (units >= position.character) {
      break;
    }
    units += width(character, encoding);
    index += character.length;
  }
  return index;
}

export function lineStarts(text) {
  const starts = [0];
  for (const ending of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(ending.index + ending[0].length);
  }
  return starts;
}

/** The text that a range covers. */
export function slice(text, range, encoding = "utf-16") {
  return text.slice(indexAt(text, range.start, encoding), indexAt(text, range.end, encoding));
}

/** The range of the nth occurrence (from 0) of a piece of text. */
export function rangeOf(text, piece, encoding = "utf-16", nth = 0) {
  let index = -1;
  for (let count = 0; count <= nth; count++) {
    index = text.indexOf(piece, index + 1);
    if (index < 0) {
      throw new Error(`occurrence ${nth} of ${JSON.stringify(piece)} is not in the text`);
    }
  }
  return { start: positionAt(text, index, encoding), end: positionAt(text, index + piece.length, encoding) };
}

/** The position inside of the nth occurrence of a piece of text, some characters after its start. */
export function inside(text, piece, { encoding = "utf-16", nth = 0, after = 1 } = {}) {
  const start = indexAt(text, rangeOf(text, piece, encoding, nth).start, encoding);
  return positionAt(text, start + after, encoding);
}

/** The text after edits, as a client applies them: all ranges refer to the text before. */
export function applyEdits(text, edits, encoding = "utf-16") {
  const placed = edits.map((edit, order) => ({
    start: indexAt(text, edit.range.start, encoding),
    end: indexAt(text, edit.range.end, encoding),
    newText: edit.newText,
    order,
  }));
  placed.sort((a, b) => b.start - a.start || b.order - a.order);
  let result = text;
  for (const { start, end, newText } of placed) {
    result = result.slice(0, start) + newText + result.slice(end);
  }
  return result;
}
