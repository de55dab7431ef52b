// The error of a failed run: its meaning, a remedy, and the number of similar failures.

import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useFacet } from "../api/queries";
import type { Run } from "../api/types";
import { InlineCode } from "../components/InlineCode";
import { describeFailure, providerAnswer } from "../labels/failures";
import { count } from "../labels/format";
import { joinRange } from "../query/language";
import { rangeQuery } from "../query/range";
import { useSlug } from "../router";
import css from "./run.module.css";
import { similarFailures } from "./similar";

const DAY = 86_400_000;

export function FailureNote({ run }: { run: Run }) {
  const { error } = run;
  if (!error)
    return (
      <section className={css.failure} aria-label="Error">
        <h2>
          <IconAlertTriangle size={15} aria-hidden /> {run.failureReason ?? "Failed without a message"}
        </h2>
      </section>
    );
  const text = describeFailure(error);
  const answer = providerAnswer(error);
  return (
    <section className={css.failure} aria-label="Error">
      <h2>
        <IconAlertTriangle size={15} aria-hidden /> {text.title}
        <code className="mono">{error.code}</code>
        {answer && <span className="dim">{answer}</span>}
      </h2>
      <p className={css.failureMessage}>
        <InlineCode text={error.message} />
      </p>
      <p>
        {text.meaning} {text.action}
        {error.retryable && !/rerun/i.test(text.action) ? " A rerun may succeed." : ""}
      </p>
      <StoppingBudgets run={run} />
      <Similar run={run} />
    </section>
  );
}

const BY_BUDGET = new Set(["budget_exceeded", "price_unknown"]);

/** Links to the budgets of a run that one of them has ended; the message names it. */
function StoppingBudgets({ run }: { run: Run }) {
  const slug = useSlug();
  if (!run.error || !BY_BUDGET.has(run.error.code)) return null;
  const named = run.budgets.filter(({ name }) => run.error!.message.includes(name));
  return (
    <p>
      {(named.length ? named : run.budgets).map(({ id, name }) => (
        <Link
          key={id}
          className={`link ${css.budgetLink}`}
          to="/w/$slug/budgets/$budgetId"
          params={{ slug, budgetId: id }}
        >
          Open budget {name}
        </Link>
      ))}
    </p>
  );
}

function Similar({ run }: { run: Run }) {
  const slug = useSlug();
  const q = similarFailures(run);
  const sent = joinRange(q, rangeQuery({ range: "24h" })).q;
  const found = useFacet(slug, "status", sent).data;
  const isRecent = Date.parse(run.createdAt) > Date.now() - DAY;
  const all = found?.values.reduce((sum, value) => sum + value.count, 0) ?? 0;
  const others = Math.max(0, all - (isRecent ? 1 : 0));
  if (!found) return <p className="dim">&nbsp;</p>;
  if (!others) return <p className="dim">No similar failure in the last 24 hours.</p>;
  return (
    <p>
      <Link className="link" to="/w/$slug/runs" params={{ slug }} search={{ q, range: "24h" }}>
        {count(others)} similar in the last 24 hours
      </Link>
    </p>
  );
}
