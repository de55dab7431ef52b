// The alerts that fire, and the budgets that are used most.

import { IconBell, IconPigMoney } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useAlerts } from "../alerts/api";
import { STATES, shownState, sortAlerts, valueText } from "../alerts/labels";
import { useBudgets } from "../budgets/api";
import { amountText, stateOf, usedPercent } from "../budgets/labels";
import { useNow } from "../components/clock";
import { count, plural } from "../labels/format";
import { useSlug } from "../router";
import css from "./overview.module.css";

const SHOWN = 5;
const ICON = { size: 15, stroke: 1.7 };

/** Nothing in a workspace without budgets and alerts. */
export function BudgetsAndAlerts() {
  const slug = useSlug();
  const now = useNow();
  const alerts = useAlerts().data ?? [];
  const budgets = (useBudgets().data ?? []).filter(({ enabled }) => enabled);
  if (!alerts.length && !budgets.length) return null;
  const firing = sortAlerts(alerts, now).filter((one) => ["firing", "broken"].includes(shownState(one, now)));
  const fullest = budgets.toSorted((one, other) => usedPercent(other) - usedPercent(one)).slice(0, SHOWN);
  return (
    <section className={`panel ${css.top}`} aria-label="Budgets and alerts">
      <h2 className={css.panelTitle}>
        <Link className="link" to="/w/$slug/budgets" params={{ slug }}>
          Budgets
        </Link>{" "}
        and{" "}
        <Link className="link" to="/w/$slug/alerts" params={{ slug }}>
          alerts
        </Link>
      </h2>
      {alerts.length > 0 && !firing.length && <p className="dim">{plural(alerts.length, "alert")}, none firing.</p>}
      <ol>
        {firing.slice(0, SHOWN).map((alert) => (
          <li key={alert.id}>
            <IconBell {...ICON} aria-label="Alert" />
            <span className="ellipsis">
              <Link className="link" to="/w/$slug/alerts/$alertId" params={{ slug, alertId: alert.id }}>
                {alert.name}
              </Link>
            </span>
            <span className={css.trouble}>
              {STATES[shownState(alert, now)].toLowerCase()}
              {alert.value !== null && ` · ${valueText(alert, alert.value)}`}
            </span>
          </li>
        ))}
        {fullest.map((budget) => (
          <li key={budget.id}>
            <IconPigMoney {...ICON} aria-label="Budget" />
            <span className="ellipsis">
              <Link className="link" to="/w/$slug/budgets/$budgetId" params={{ slug, budgetId: budget.id }}>
                {budget.name}
              </Link>
            </span>
            <span className={stateOf(budget) === "fine" ? "dim num" : css.trouble}>
              {count(usedPercent(budget))} % of {amountText(budget.measure, budget.limit)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
