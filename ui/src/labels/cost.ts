// Costs in USD. The server sends decimal text, so that sums are exact; here it is only shown.

import { plural } from "./format";

const whole = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Return "$18.40", "$0.012" or "$0.00034". */
export function dollars(cost: string | number): string {
  const amount = Number(cost);
  if (amount === 0) return "$0";
  if (amount >= 1) return `$${whole.format(amount)}`;
  if (amount >= 0.1) return `$${amount.toFixed(2)}`;
  const digits = Math.min(12, 1 - Math.floor(Math.log10(amount))); // two significant digits
  return `$${amount.toFixed(digits).replace(/0+$/, "")}`;
}

export interface Spent {
  cost: string | null;
  unpricedCalls: number;
}

/** Return the known cost. A `+` means that more calls have no known price, and a `?` that none has one. */
export function costText({ cost, unpricedCalls }: Spent): string {
  if (cost === null) return unpricedCalls ? "?" : "–";
  return unpricedCalls ? `${dollars(cost)}+` : dollars(cost);
}

/** Return what a cost does not include, or an empty string. */
export function unpricedText(unpricedCalls: number): string {
  return unpricedCalls ? `${plural(unpricedCalls, "model call")} without a known price` : "";
}
