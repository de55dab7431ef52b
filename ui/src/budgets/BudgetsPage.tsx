// Budgets: limits for matching runs, and how much is used.

import { Button } from "@mantine/core";
import { IconPigMoney, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ADMIN } from "../api/permissions";
import { useAllowed } from "../api/queries";
import type { Budget } from "../api/types";
import { useDocumentTitle } from "../components/documentTitle";
import { EmptyState } from "../components/EmptyState";
import { useRowKeys } from "../components/keyboard";
import { QueryState } from "../components/QueryState";
import { RelativeTime } from "../components/Time";
import { plural } from "../labels/format";
import { useSearchParams, useSlug } from "../router";
import { useBudgets } from "./api";
import { BudgetForm } from "./BudgetForm";
import css from "./budgets.module.css";
import { actionsText, PERIODS, RESETS } from "./labels";
import { UsageBar } from "./UsageBar";

const share = ({ used, reserved, limit, enabled }: Budget) => (enabled ? (used + reserved) / limit : -1);

/** The budgets that are used most come first. */
const byShare = (a: Budget, b: Budget) => share(b) - share(a);

export function BudgetsPage() {
  const result = useBudgets();
  const [search, change] = useSearchParams();
  const [asked, setCreating] = useState(false);
  const isAdmin = useAllowed(ADMIN);
  const creating = isAdmin && (asked || search.create === "1");
  useDocumentTitle("Budgets");
  useRowKeys();
  const add = isAdmin && (
    <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
      Create budget
    </Button>
  );
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Budgets</h1>
        <span className="dim num" role="status">
          {result.data ? plural(result.data.length, "budget") : ""}
        </span>
        <span className={css.headActs}>{result.data?.length ? add : null}</span>
      </div>
      {!result.data && <QueryState query={result} />}
      {result.data?.length === 0 && (
        <EmptyState title="No budgets" icon={<IconPigMoney size={28} stroke={1.3} />}>
          A budget limits the cost, tokens, number or time of the runs that match a query, such as $20 a day for{" "}
          <code className="mono">customer:acme</code>. It can warn, ask, stop runs before their next model call, or
          refuse new ones.
          <div className={css.emptyActs}>{add}</div>
        </EmptyState>
      )}
      {result.data && result.data.length > 0 && (
        <ul className="panel list" aria-label="Budgets">
          {result.data.toSorted(byShare).map((budget) => (
            <Row key={budget.id} budget={budget} />
          ))}
        </ul>
      )}
      {creating && (
        <BudgetForm
          onClose={() => {
            setCreating(false);
            change({ create: undefined }, { replace: true });
          }}
        />
      )}
    </div>
  );
}

function Row({ budget }: { budget: Budget }) {
  const slug = useSlug();
  return (
    <li className={css.row} data-budget={budget.name} data-off={!budget.enabled || undefined}>
      <div className={css.what}>
        <Link className={css.name} to="/w/$slug/budgets/$budgetId" params={{ slug, budgetId: budget.id }} data-row>
          {budget.name}
        </Link>
        <span className="dim">
          {budget.query ? <code className="mono">{budget.query}</code> : "all runs"} · {PERIODS[budget.period]}
        </span>
      </div>
      <UsageBar budget={budget} />
      <div className={css.side}>
        <span>{budget.enabled ? actionsText(budget.actions) : "disabled"}</span>
        <span className="dim">
          <NextReset budget={budget} />
          {budget.refused > 0 && ` · ${plural(budget.refused, "run")} refused`}
        </span>
      </div>
    </li>
  );
}

function NextReset({ budget: { period, resetsAt } }: { budget: Budget }) {
  if (period === "forever") return "never resets";
  return <>resets {resetsAt ? <RelativeTime iso={resetsAt} /> : RESETS[period]}</>;
}
