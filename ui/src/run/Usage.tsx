// Tokens, cost and times of a run or of one model call.

import type { CallUsage, Tokens } from "../api/types";
import { dollars } from "../labels/cost";
import { count, duration, percent, plural } from "../labels/format";
import css from "./run.module.css";
import { cacheShare } from "./steps";

/** Tokens in and out, with the part that came from the provider's cache. */
export function TokenCount({ tokens }: { tokens: Tokens }) {
  const share = cacheShare(tokens);
  const reasoning = tokens.reasoningTokens ? `, of which ${count(tokens.reasoningTokens)} reasoning` : "";
  const written = tokens.cacheWriteTokens ? `, ${count(tokens.cacheWriteTokens)} written to the cache` : "";
  return (
    <span
      className="num"
      title={`${count(tokens.inputTokens)} tokens in, ${count(tokens.outputTokens)} out${reasoning}${written}`}
    >
      {count(tokens.inputTokens)} → {count(tokens.outputTokens)} tokens
      {share > 0 && <span className="dim"> ({percent(share)} cached)</span>}
    </span>
  );
}

/** The known cost, and how many calls it does not include. Nothing without model calls. */
export function Cost({
  cost,
  unpricedCalls,
  as: Tag = "span",
}: {
  cost: string | null;
  unpricedCalls: number;
  as?: "span" | "li";
}) {
  if (cost === null && !unpricedCalls) return null;
  return (
    <Tag className="num">
      {cost !== null && <span title={`${cost} USD`}>{dollars(cost)}</span>}
      {unpricedCalls > 0 && (
        <span className={cost === null ? undefined : "dim"}>
          {cost === null ? "price unknown" : ", price unknown"} for {plural(unpricedCalls, "call")}
        </span>
      )}
    </Tag>
  );
}

/** One line about a model call: duration, first token, tokens, cost, model. */
export function CallLine({ call, took }: { call: CallUsage; took: number | null }) {
  const length = call.durationMs ?? took;
  return (
    <ul className={css.callFacts}>
      {length !== null && <li className="num">{duration(length)}</li>}
      {call.firstTokenMs !== null && <li className="num">first token {duration(call.firstTokenMs)}</li>}
      {call.tokens && call.tokens.inputTokens + call.tokens.outputTokens > 0 && (
        <li>
          <TokenCount tokens={call.tokens} />
        </li>
      )}
      {call.cost !== null && (
        <li className="num" title={`${call.cost} USD${priceText(call)}`}>
          {dollars(call.cost)}
        </li>
      )}
      {call.cost === null && call.durationMs !== null && !call.error && <li className="dim">price unknown</li>}
      {call.model && <li>{call.model.id}</li>}
    </ul>
  );
}

const PRICES: [key: string, label: string][] = [
  ["inputPer1MUsd", "input"],
  ["outputPer1MUsd", "output"],
  ["cacheReadPer1MUsd", "cached input"],
  ["cacheWritePer1MUsd", "cache writes"],
];

/** Return the prices that were used, for a tooltip. */
function priceText({ price }: CallUsage): string {
  const known = PRICES.filter(([key]) => price?.[key] != null).map(([key, label]) => `${label} $${price![key]}`);
  return known.length ? ` at ${known.join(", ")} per million tokens` : "";
}
