// Which lines belong to a top-level block, by indentation. The server knows the blocks, but the text may be newer than its answer.

/** The lines of a text. */
export interface Lines {
  readonly count: number;
  at(line: number): string;
}

/** The first and the last line of the top-level block around a line. */
export function blockAround(lines: Lines, line: number): { first: number; last: number } {
  let first = Math.min(line, lines.count - 1);
  while (first > 0 && !begins(lines.at(first))) {
    first--;
  }
  let last = first;
  while (last + 1 < lines.count && !begins(lines.at(last + 1)) && !(last > first && closes(lines.at(last)))) {
    last++;
  }
  return { first, last };
}

// Whether a line begins a block, an attribute or a comment at the top level.
function begins(line: string): boolean {
  return /^[^\s}\])]/.test(line);
}

function closes(line: string): boolean {
  return /^[}\])]/.test(line);
}
