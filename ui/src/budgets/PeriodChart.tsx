import type { Budget, BudgetPeriod } from "../api/types";
import { EmptyState } from "../components/EmptyState";
import { QueryState } from "../components/QueryState";
import { usePeriods } from "./api";
import css from "./budgets.module.css";
import { amountText, startText } from "./labels";

const SHOWN = 30;
const LEAST = 7; // columns, so that a single one is not too wide

/** The usage in each of the newest periods, with the limit that each had. */
export function PeriodChart({ budget }: { budget: Budget }) {
  const result = usePeriods(budget.id);
  if (!result.data) return <QueryState query={result} rows={3} />;
  const periods = result.data.slice(0, SHOWN).toReversed();
  if (!periods.length)
    return (
      <div className="panel">
        <EmptyState title="Nothing counted yet">
          Each period in which matching runs use something is shown here.
        </EmptyState>
      </div>
    );
  const highest = Math.max(...periods.map(({ used, reserved, limit }) => Math.max(used + reserved, limit)));
  const first = periods[0]!;
  const last = periods.at(-1)!;
  return (
    <figure className={`panel ${css.chart}`} aria-label="Used in each period">
      <ol className={css.columns} style={{ gridTemplateColumns: `repeat(${Math.max(LEAST, periods.length)}, 1fr)` }}>
        {periods.map((period) => (
          <Column key={period.start + (period.scope ?? "")} budget={budget} period={period} highest={highest} />
        ))}
      </ol>
      <figcaption className={css.axis}>
        <span>{startText(budget, first.start)}</span>
        <span className={css.legend}>
          <i className={css.usedKey} /> used <i className={css.reservedKey} /> reserved <i className={css.limitKey} />{" "}
          limit {amountText(budget.measure, last.limit)}
        </span>
        <span>{periods.length >= LEAST ? startText(budget, last.start) : ""}</span>
      </figcaption>
    </figure>
  );
}

function Column({ budget, period, highest }: { budget: Budget; period: BudgetPeriod; highest: number }) {
  const { used, reserved, limit, start, refused } = period;
  const height = (amount: number) => `${(amount / highest) * 100}%`;
  const amount = (value: number) => amountText(budget.measure, value);
  const text =
    `${startText(budget, start)}: ${amount(used)} of ${amount(limit)} used` +
    (reserved ? `, ${amount(reserved)} reserved` : "") +
    (refused ? `, ${refused} refused` : "");
  return (
    <li className={css.column} title={text} aria-label={text}>
      <i className={css.columnUsed} data-full={used >= limit || undefined} style={{ height: height(used) }} />
      <i className={css.columnReserved} style={{ bottom: height(used), height: height(reserved) }} />
      <i className={css.columnLimit} style={{ bottom: height(limit) }} />
    </li>
  );
}
