// Colors of chart groups: fixed ones for statuses, distinguishable ones for other groups.

const PALETTE = [
  "#3f5fc2",
  "#d0803a",
  "#3b8f77",
  "#a8527f",
  "#7a6bd1",
  "#8c7a2e",
  "#3d93b5",
  "#b5504a",
  "#6f8f3a",
  "#8a8d96",
];
const STATUS = new Set(["succeeded", "failed", "running", "waiting", "queued", "cancelled"]);

export function groupColor(group: string, place: number, groupBy: string): string {
  if (groupBy === "status" && STATUS.has(group)) return `var(--b-${group})`;
  if (group === "other") return "var(--b-other)";
  if (group === "(none)") return "var(--b-none)";
  return PALETTE[place % PALETTE.length]!;
}

const ORDER = ["succeeded", "running", "waiting", "queued", "cancelled", "failed"];

/** Sort statuses into a fixed order, so that failed runs are always in the same place. */
export function sortByStatus<T extends { name: string }>(groups: T[]): T[] {
  return [...groups].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
}
