// A budget: its usage and reservations, its periods over time, and its actions.

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ADMIN } from "../api/permissions";
import { useAllowed } from "../api/queries";
import type { Budget, BudgetNotice } from "../api/types";
import { Breadcrumb } from "../components/Breadcrumb";
import { useNow } from "../components/clock";
import { ConfirmButton } from "../components/ConfirmDialog";
import { useDocumentTitle } from "../components/documentTitle";
import { EmptyState } from "../components/EmptyState";
import { ErrorMessage } from "../components/ErrorState";
import { Fact } from "../components/Fact";
import { useKeyboard } from "../components/keyboard";
import { LoadMore } from "../components/LoadMore";
import { PageState, QueryState } from "../components/QueryState";
import { RunLink } from "../components/RunLink";
import { RelativeTime } from "../components/Time";
import { withLocalTimes } from "../labels/format";
import { termText } from "../query/language";
import { useBack, useNavigateTo, useSlug } from "../router";
import top from "../triggers/trigger.module.css";
import { changeBudget, removeBudget, useBudget, useBudgetMutation, useNotices } from "./api";
import { BudgetForm } from "./BudgetForm";
import css from "./budgets.module.css";
import { actionsText, amountText, beginsAtMidnight, RESETS } from "./labels";
import { PeriodChart } from "./PeriodChart";
import { UsageBar } from "./UsageBar";

export function BudgetPage() {
  const { budgetId } = useParams({ strict: false }) as { budgetId: string };
  const result = useBudget(budgetId);
  useDocumentTitle(result.data?.name ?? "Budget");
  useKeyboard({ Escape: useBack("budgets") });
  if (!result.data) return <PageState query={result} />;
  return (
    <div className="page">
      <Header budget={result.data} />
      <Facts budget={result.data} />
      <h2 className={css.h2}>Used over time</h2>
      <PeriodChart budget={result.data} />
      <h2 className={css.h2}>Warnings, questions and stopped runs</h2>
      <Notices budget={result.data} />
    </div>
  );
}

function Header({ budget }: { budget: Budget }) {
  const go = useNavigateTo();
  const [editing, setEditing] = useState(false);
  const switching = useBudgetMutation(changeBudget);
  const removing = useBudgetMutation(removeBudget, () => go("budgets"));
  const isAdmin = useAllowed(ADMIN);
  const now = useNow();
  return (
    <header className={top.top}>
      <Breadcrumb to="budgets">Budgets</Breadcrumb>
      <div className={top.topLine}>
        <h1 className="h1">{budget.name}</h1>
        {isAdmin && (
          <div className={top.topActs}>
            <Button
              loading={switching.isPending}
              onClick={() => switching.mutate({ id: budget.id, body: { enabled: !budget.enabled } })}
            >
              {budget.enabled ? "Disable budget" : "Enable budget"}
            </Button>
            <Button leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>
              Edit budget
            </Button>
            <ConfirmButton
              color="red"
              variant="subtle"
              loading={removing.isPending}
              title={`Delete budget “${budget.name}”?`}
              message="It no longer limits any run. The recorded usage is kept, in case you create it again."
              confirmLabel="Delete budget"
              onConfirm={() => removing.mutate(budget.id)}
            >
              Delete budget
            </ConfirmButton>
          </div>
        )}
      </div>
      {!budget.enabled && (
        <p className={top.banner} role="status">
          <b>Disabled.</b> It counts nothing and stops no run.
        </p>
      )}
      {budget.notice && (
        <p className={top.banner} role="status">
          {withLocalTimes(budget.notice, now)}
        </p>
      )}
      <ErrorMessage error={switching.error ?? removing.error} />
      {editing && <BudgetForm old={budget} onClose={() => setEditing(false)} />}
    </header>
  );
}

function Facts({ budget }: { budget: Budget }) {
  const slug = useSlug();
  const counted = { q: termText("budget", budget.name), range: "all" };
  return (
    <section className={`panel ${css.facts}`} aria-label="Usage">
      <UsageBar budget={budget} large />
      <dl className={css.factList}>
        <Fact label="Left">{amountText(budget.measure, budget.left)}</Fact>
        <Fact label="Reserved now">{amountText(budget.measure, budget.reserved)}</Fact>
        <Fact label="Resets">{budget.resetsAt ? <RelativeTime iso={budget.resetsAt} /> : RESETS[budget.period]}</Fact>
        <Fact label="Actions">{actionsText(budget.actions)}</Fact>
        <Fact label="Refused runs">{budget.refused}</Fact>
        <Fact label="Runs">
          <Link className="link" to="/w/$slug/runs" params={{ slug }} search={counted}>
            {budget.query ? <code className="mono">{budget.query}</code> : "all runs"}
          </Link>
        </Fact>
        {beginsAtMidnight(budget.period) && <Fact label="Time zone">{budget.timezone}</Fact>}
      </dl>
    </section>
  );
}

function Notices({ budget }: { budget: Budget }) {
  const result = useNotices(budget.id);
  if (!result.data) return <QueryState query={result} rows={3} />;
  const found = result.data.pages.flatMap((page) => page.notices);
  if (!found.length)
    return (
      <div className="panel">
        <EmptyState title="Nothing yet">The budget has not warned, asked or stopped a run.</EmptyState>
      </div>
    );
  return (
    <>
      <ul className="panel list" aria-label="Warnings, questions and stopped runs">
        {found.map((notice) => (
          <NoticeRow key={notice.id} budget={budget} notice={notice} />
        ))}
      </ul>
      <LoadMore query={result}>Load older</LoadMore>
    </>
  );
}

const DID: Record<BudgetNotice["action"], string> = {
  warn: "Warned",
  ask: "Asked",
  stop: "Stopped a run",
  refuse: "Refused a run",
};

function NoticeRow({ budget, notice }: { budget: Budget; notice: BudgetNotice }) {
  return (
    <li className={css.notice} data-action={notice.action}>
      <span className={css.did}>
        {DID[notice.action]} at {notice.percent} %
      </span>
      <span className={`dim num ${css.amounts}`}>
        {amountText(budget.measure, notice.used)} of {amountText(budget.measure, notice.limit)} used
        {notice.needed > 0 && `, calls in progress and the next may use ${amountText(budget.measure, notice.needed)}`}
      </span>
      <span>{notice.runId ? <RunLink id={notice.runId} /> : <span className="dim">erased run</span>}</span>
      <span className={`dim ${css.when}`}>
        <RelativeTime iso={notice.at} />
      </span>
    </li>
  );
}
