// Numbers and times as text.

const RELATIVE: [number, string][] = [
  [86_400_000 * 365, "y"],
  [86_400_000 * 30, "mo"],
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
];

/** Return "4 min ago", or "in 4 min" for a time in the future. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < 5000) return "now";
  const amount = elapsedTime(distance);
  return at > now ? `in ${amount}` : `${amount} ago`;
}

/** Return "4 min". */
export function elapsedTime(ms: number): string {
  const [size, unit] = RELATIVE.find(([size]) => ms >= size) ?? [1000, "s"];
  return `${Math.floor(ms / size)} ${unit}`;
}

/** Hours and minutes, from 00:00 to 23:59 in every language. */
export const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const whole = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
  ...CLOCK,
  second: "2-digit",
  timeZoneName: "short",
});
const clock = new Intl.DateTimeFormat(undefined, CLOCK);
const day = new Intl.DateTimeFormat(undefined, { weekday: "short", month: "short", day: "numeric" });
const dayAndClock = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", ...CLOCK });
const precise = new Intl.DateTimeFormat(undefined, { ...CLOCK, second: "2-digit", fractionalSecondDigits: 3 });

export function fullTime(iso: string): string {
  return whole.format(new Date(iso));
}

/** Return the start of a bar of a chart: the date of a day or a week, else with the time of day. */
export function barTime(at: number, step: number): string {
  return step < 86_400_000 ? dayAndClock.format(at) : day.format(at);
}

export function clockTime(iso: string): string {
  return clock.format(new Date(iso));
}

export function preciseTime(iso: string): string {
  return precise.format(new Date(iso));
}

/** Return the time of day. Add the date if it is not today. */
export function localTime(iso: string, now: number): string {
  const at = new Date(iso);
  const today = new Date(now).toDateString() === at.toDateString();
  return (today ? clock : dayAndClock).format(at);
}

/** Replace the UTC times in a text of the server by local ones. */
export function withLocalTimes(text: string, now: number): string {
  return text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (iso) => localTime(iso, now));
}

/** Return "420 ms", "3.2 s", "4 m 05 s" or "2 h 10 m". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s`;
  const seconds = Math.floor(ms / 1000);
  const pad = (n: number) => String(n).padStart(2, "0");
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${pad(seconds % 60)} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${pad(Math.floor(seconds / 60) % 60)} m`;
  return `${Math.floor(seconds / 86_400)} d ${pad(Math.floor(seconds / 3600) % 24)} h`;
}

const grouped = new Intl.NumberFormat("en-US");

export function count(n: number): string {
  return grouped.format(n);
}

/** Return "980", "12k" or "1.2M": at most four characters. */
export function compact(n: number): string {
  if (n < 1000) return String(n);
  if (n < 10_000) return `${(Math.floor(n / 100) / 10).toFixed(1)}k`;
  if (n < 1_000_000) return `${Math.floor(n / 1000)}k`;
  return `${(Math.floor(n / 100_000) / 10).toFixed(1)}M`;
}

/** Return "38 %", "3.1 %" or "0.05 %" of a share between 0 and 1. Only the whole is "100 %". */
export function percent(share: number): string {
  const points = share * 100;
  if (points >= 99.5 && points < 100) return `${Math.floor(points * 10) / 10} %`;
  if (points >= 10 || Number.isInteger(points)) return `${count(Math.round(points))} %`;
  return `${points.toFixed(points >= 1 ? 1 : 2).replace(/\.?0+$/, "")} %`;
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** Collapse a text to one line of limited length. */
export function oneLine(text: string, length = 200): string {
  const line = text
    .slice(0, length * 2)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** Shorten an ID to its prefix and its end, which differs between IDs. */
export function shortId(id: string): string {
  const [kind, rest] = id.split("_", 2);
  return rest && rest.length > 8 ? `${kind}_…${rest.slice(-6)}` : id;
}

/** Return a message of the server with a capital letter and a full stop. */
export function sentence(text: string): string {
  return text && `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** Return tags as they are typed: `customer=acme env=prod`. */
export function tagText(tags: Record<string, string>): string {
  return Object.entries(tags)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
