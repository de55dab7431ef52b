// Recipients of alerts: the inbox, outgoing webhooks and Telegram chats.

import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { MultiSelect } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { READ_TRIGGERS } from "../api/permissions";
import { useAllowed } from "../api/queries";
import type { AlertRecipient } from "../api/types";
import { useSlug } from "../router";
import { useSubscriptions } from "../subscriptions/api";
import { useTriggers } from "../triggers/api";

const INBOX = "inbox";

const valueOf = ({ kind, id }: AlertRecipient) => (id ? `${kind}:${id}` : kind);

function recipientOf(value: string): AlertRecipient {
  const [kind, id] = value.split(":");
  return { kind: kind as AlertRecipient["kind"], id: id ?? null };
}

interface RecipientFieldProps {
  value: AlertRecipient[];
  error: string | undefined;
  onChange: (value: AlertRecipient[]) => void;
}

export function RecipientField({ value, error, onChange }: RecipientFieldProps) {
  const hooks = useSubscriptions().data ?? [];
  const bots = (useTriggers("name").data ?? []).filter((one) => one.kind === "telegram" && one.inboxChatId);
  return (
    <MultiSelect
      label="Notify"
      size="sm"
      data={[
        { value: INBOX, label: "Inbox" },
        ...hooks.map(({ id, name, url }) => ({ value: `webhook:${id}`, label: `Webhook ${name || url}` })),
        ...bots.map(({ id, name }) => ({ value: `telegram:${id}`, label: `Telegram chat of ${name}` })),
      ]}
      value={value.map(valueOf)}
      error={error}
      onChange={(next) => onChange(next.map(recipientOf))}
    />
  );
}

/** The recipients with links, for callers who can read triggers. */
export function RecipientList({ recipients }: { recipients: readonly AlertRecipient[] }) {
  if (!recipients.length) return "nobody";
  return recipients.map((one, i) => (
    <span key={valueOf(one)}>
      {i > 0 && ", "}
      <Recipient recipient={one} />
    </span>
  ));
}

function Recipient({ recipient: { kind, id } }: { recipient: AlertRecipient }) {
  const slug = useSlug();
  const canRead = useAllowed(READ_TRIGGERS);
  if (kind === "inbox")
    return (
      <Link className="link" to="/w/$slug/inbox" params={{ slug }}>
        inbox
      </Link>
    );
  if (!canRead || !id) return kind === "webhook" ? "outgoing webhook" : "Telegram chat";
  return kind === "webhook" ? (
    <Link className="link" to="/w/$slug/subscriptions/$subscriptionId" params={{ slug, subscriptionId: id }}>
      outgoing webhook
    </Link>
  ) : (
    <Link className="link" to="/w/$slug/triggers/$triggerId" params={{ slug, triggerId: id }}>
      Telegram chat
    </Link>
  );
}
