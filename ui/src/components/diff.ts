// Differences between two maps or two texts.

export interface Difference {
  key: string;
  a: string | null;
  b: string | null;
  same: boolean;
}

/** Compare two maps key by key. Keys that differ come first. */
export function compareMaps(a: Record<string, string>, b: Record<string, string>): Difference[] {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  const rows = keys.map((key) => ({ key, a: a[key] ?? null, b: b[key] ?? null, same: a[key] === b[key] }));
  return [...rows.filter((row) => !row.same), ...rows.filter((row) => row.same)];
}

export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

export const LINE_LIMIT = 2000;
const AROUND = 3; // unchanged lines that are shown before and after a change

/** Whether a comparison has all lines of the text. */
export function isComparable(text: string): boolean {
  return text.split("\n").length <= LINE_LIMIT;
}

/** Compare two texts line by line, by their longest common subsequence. */
export function compareLines(a: string, b: string): DiffLine[] {
  const left = a.split("\n").slice(0, LINE_LIMIT);
  const right = b.split("\n").slice(0, LINE_LIMIT);
  const table = commonLengths(left, right);
  const found: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      found.push({ kind: "same", text: left[i]! });
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && table[i + 1]![j]! >= table[i]![j + 1]!)) {
      found.push({ kind: "removed", text: left[i]! });
      i += 1;
    } else {
      found.push({ kind: "added", text: right[j]! });
      j += 1;
    }
  }
  return found;
}

/** Lines without changes that are not shown. */
export interface FoldedLines {
  kind: "folded";
  count: number;
}

/** Fold the unchanged lines of a diff that are not near a change. */
export function foldUnchanged(lines: DiffLine[]): (DiffLine | FoldedLines)[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, at) => {
    if (kind !== "same") for (let i = at - AROUND; i <= at + AROUND; i += 1) near.add(i);
  });
  const found: (DiffLine | FoldedLines)[] = [];
  lines.forEach((line, at) => {
    const last = found.at(-1);
    if (near.has(at) || (near.has(at - 1) && near.has(at + 1))) found.push(line);
    else if (last?.kind === "folded") last.count += 1;
    else found.push({ kind: "folded", count: 1 });
  });
  return found;
}

function commonLengths(left: string[], right: string[]): Uint16Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      table[i]![j] = left[i] === right[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  return table;
}
