// Which colour a group of a chart has: statuses their own, others from a list that can be told apart.

const PALETTE_LIGHT = ["#3f5fc2", "#d0803a", "#3b8f77", "#a8527f", "#7a6bd1", "#8c7a2e", "#3d93b5", "#b5504a", "#6f8f3a", "#8a8d96"];
const STATUS = new Set(["succeeded", "failed", "running", "waiting", "queued", "cancelled"]);

export function groupColour(group: string, place: number, groupBy: string): string {
  if (groupBy === "status" && STATUS.has(group)) return `var(--b-${group})`;
  if (group === "other") return "var(--b-other)";
  if (group === "(none)") return "var(--b-none)";
  return PALETTE_LIGHT[place % PALETTE_LIGHT.length]!;
}

const ORDER = ["succeeded", "running", "waiting", "queued", "cancelled", "failed"];

/** Statuses always stand in the same order, so that failed runs are where one looks for them. */
export function byStatus<T extends { name: string }>(groups: T[]): T[] {
  return [...groups].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
}
