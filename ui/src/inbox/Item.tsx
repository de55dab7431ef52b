// One item of the inbox: the request, its origin, its age and its deadline.

import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DecisionButtons, DecisionHint, useRest } from "../agent/Decision";
import { AskedInput } from "../agent/ToolInput";
import type { InboxItem } from "../api/types";
import type { AskedAction } from "../api/values";
import { InlineCode } from "../components/InlineCode";
import { RunLink } from "../components/RunLink";
import { TagList } from "../components/TagList";
import { RelativeTime } from "../components/Time";
import { useSlug } from "../router";
import { ACTIONS, answerLabel, KINDS } from "./labels";
import type { Act, ItemAction } from "./api";
import css from "./inbox.module.css";

interface OpenItemProps {
  item: InboxItem;
  current: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function OpenItem({ item, current, onSelect, children }: OpenItemProps) {
  const asked: AskedAction = item.asked ?? {};
  return (
    <li
      className={css.item}
      data-item={item.id}
      data-kind={item.kind}
      data-current={current || undefined}
      data-row
      tabIndex={0}
      onFocus={onSelect}
      onClick={onSelect}
    >
      <Heading item={item} />
      <AskedInput asked={asked} />
      <p className={css.why}>{item.why}</p>
      <p className={css.times}>
        Opened <RelativeTime iso={item.since} />.{" "}
        {item.deadline && (
          <>
            Deadline <RelativeTime iso={item.deadline} />:{" "}
          </>
        )}
        {item.otherwise && <InlineCode text={item.otherwise} />}
      </p>
      {Object.keys(item.metadata).length > 0 && (
        <div className={css.tags}>
          <TagList tags={item.metadata} />
        </div>
      )}
      {item.kind === "approval" && <DecisionHint />}
      {children}
    </li>
  );
}

function Heading({ item }: { item: InboxItem }) {
  const { label, icon: Icon } = KINDS[item.kind] ?? { label: item.kind, icon: KINDS.approval.icon };
  return (
    <div className={css.heading}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <span className={css.kind}>{label}</span>
      <b className={css.title}>{shortTitle(item)}</b>
      <span className={css.subject}>
        <Subject item={item} />
      </span>
    </div>
  );
}

/** The title without the command, which is shown below it. */
function shortTitle(item: InboxItem): string {
  const shown = item.kind === "approval" && !item.answer && item.asked?.input;
  return shown ? item.title.split(": ")[0]! : item.title;
}

/** A link to the subject of the item. */
function Subject({ item }: { item: InboxItem }) {
  const slug = useSlug();
  if (item.runId) return <RunLink id={item.runId}>Open run</RunLink>;
  if (item.kind === "alert" && item.subjectId)
    return (
      <Link className="link" to="/w/$slug/alerts/$alertId" params={{ slug, alertId: item.subjectId }}>
        Open alert
      </Link>
    );
  if (item.kind === "budget" && item.subjectId)
    return (
      <Link className="link" to="/w/$slug/budgets/$budgetId" params={{ slug, budgetId: item.subjectId }}>
        Open budget
      </Link>
    );
  if (item.triggerId)
    return (
      <Link className="link" to="/w/$slug/triggers/$triggerId" params={{ slug, triggerId: item.triggerId }}>
        Open trigger
      </Link>
    );
  if (item.kind === "failed_delivery" && item.subjectId)
    return (
      <Link
        className="link"
        to="/w/$slug/subscriptions/$subscriptionId"
        params={{ slug, subscriptionId: item.subjectId }}
      >
        Open webhook
      </Link>
    );
  return null;
}

interface ItemActionsProps {
  item: InboxItem;
  pending: boolean;
  run: (one: Act) => void;
  asking: boolean;
  onAsk: (asking: boolean) => void;
}

/** The buttons of an item: the three decisions about an approval, or other actions. */
export function ItemActions({ item, pending, run, asking, onAsk }: ItemActionsProps) {
  const ready = useRest(item.id) && !pending;
  if (item.actions.includes("approve")) {
    const { forRun }: AskedAction = item.asked ?? {};
    return (
      <DecisionButtons
        request={item.id}
        forRun={forRun}
        pending={pending}
        asking={asking}
        onAsk={onAsk}
        decide={({ decision, reason }) => run({ item, action: decision, reason: reason ?? undefined })}
      />
    );
  }
  return (
    <div className={css.actions}>
      {item.actions.map((action: ItemAction) => (
        <Button key={action} disabled={!ready} onClick={() => run({ item, action })}>
          {ACTIONS[action] ?? action}
        </Button>
      ))}
    </div>
  );
}

export function AnsweredItem({ item }: { item: InboxItem }) {
  const answer = item.answer!;
  return (
    <li className={css.item} data-item={item.id} data-answered>
      <Heading item={item} />
      <p className={css.times}>
        {answerLabel(answer.action)}
        {answer.by && ` by ${answer.by}`} <RelativeTime iso={answer.at} />
        {answer.reason && ` · ${answer.reason}`}
      </p>
    </li>
  );
}
