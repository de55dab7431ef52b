import type { Budget } from "../api/types";
import { count } from "../labels/format";
import css from "./budgets.module.css";
import { amountText, PERIODS, stateOf, usedPercent } from "./labels";

/** A bar with the used and the reserved share of a limit, and marks at the thresholds. */
export function UsageBar({ budget, large = false }: { budget: Budget; large?: boolean }) {
  const { measure, used, reserved, limit } = budget;
  const share = (amount: number) => `${Math.min(100, (amount / limit) * 100)}%`;
  const text = `${amountText(measure, used)} of ${amountText(measure, limit)} ${PERIODS[budget.period]}`;
  return (
    <div className={css.usage} data-large={large || undefined}>
      <div
        className={css.bar}
        role="meter"
        aria-label={`Used of ${budget.name}`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={used}
        aria-valuetext={text}
        data-state={stateOf(budget)}
      >
        <i className={css.used} style={{ width: share(used) }} />
        <i className={css.reserved} style={{ left: share(used), width: share(Math.min(reserved, limit - used)) }} />
        {budget.actions
          .filter(({ percent }) => percent < 100)
          .map(({ action, percent }) => (
            <i
              key={action + percent}
              className={css.mark}
              style={{ left: `${percent}%` }}
              title={`${action} at ${percent} %`}
            />
          ))}
      </div>
      <span className="num">
        <b>{amountText(measure, used)}</b> <span className="dim">of {amountText(measure, limit)}</span>{" "}
        <span className="dim">· {count(usedPercent(budget))} %</span>
        {reserved > 0 && <span className="dim"> · {amountText(measure, reserved)} reserved</span>}
      </span>
    </div>
  );
}
