// The three decisions about a request of a coding agent.

import { Button, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { isAllowed, neededKey, WRITE_RUNS } from "../api/permissions";
import { useSignedIn } from "../api/queries";
import css from "./agent.module.css";
import type { Decision } from "./api";

const REST_MS = 700; // a second tap must not decide about the request that follows

interface DecisionProps {
  request: string; // identifies the request
  forRun?: string;
  pending: boolean;
  decide: (decision: Decision) => void;
  asking?: boolean; // for a reason
  onAsk?: (asking: boolean) => void;
}

/** Buttons to allow once, allow for this run, or deny with a reason, which the agent receives. */
export function DecisionButtons(props: DecisionProps) {
  const { request, forRun, pending, decide } = props;
  const [own, setOwn] = useState(false);
  const asking = props.asking ?? own;
  const setAsking = props.onAsk ?? setOwn;
  const ready = useRest(request) && !pending;
  const { data: me } = useSignedIn();
  if (!isAllowed(me, WRITE_RUNS)) return <DecisionHint />;
  if (asking)
    return (
      <DenyForm
        pending={pending}
        onDeny={(given) => decide({ decision: "deny", ...given })}
        onBack={() => setAsking(false)}
      />
    );
  return (
    <div className={css.decide}>
      <Button variant="filled" disabled={!ready} onClick={() => decide({ decision: "approve" })}>
        Allow once
      </Button>
      <Button
        variant="default"
        disabled={!ready}
        title={forRun ? `Also allows: ${forRun}` : "Also allows the same request later in this run"}
        onClick={() => decide({ decision: "approve_for_run" })}
      >
        Allow for this run
      </Button>
      <Button color="red" disabled={!ready} onClick={() => setAsking(true)}>
        Deny…
      </Button>
    </div>
  );
}

/** Shown to a key that cannot decide. */
export function DecisionHint() {
  const { data: me } = useSignedIn();
  if (!me || isAllowed(me, WRITE_RUNS)) return null;
  return <p className={css.hint}>To allow or deny this, sign in with a key {neededKey(me, WRITE_RUNS)}.</p>;
}

function DenyForm({
  pending,
  onDeny,
  onBack,
}: {
  pending: boolean;
  onDeny: (given: { reason?: string }) => void;
  onBack: () => void;
}) {
  const [reason, setReason] = useState("");
  const text = reason.trim();
  return (
    <form
      className={css.decide}
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(text ? { reason: text } : {});
      }}
    >
      <TextInput
        aria-label="Reason"
        placeholder="Reason, sent to the agent"
        maxLength={1000}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onBack()}
      />
      <Button type="submit" color="red" variant="filled" loading={pending}>
        Deny
      </Button>
      <Button variant="subtle" color="gray" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

/** Whether a request has been shown long enough to be decided. */
export function useRest(request: string): boolean {
  const [seen, setSeen] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSeen(request), REST_MS);
    return () => clearTimeout(timer);
  }, [request]);
  return seen === request;
}
