import type { RetentionRule } from "../api/types";
import { Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { ApiError, fieldProblem, problemText } from "../api/client";
import { FormDialog } from "../components/FormDialog";
import { plural } from "../labels/format";
import { readQueryError } from "../query/error";
import { type Mode, saveRule, useDataMutation, useMatching } from "./api";
import css from "./data.module.css";
import { ModeField } from "./ModeField";
import { ageParts, type Unit, UNITS } from "./labels";

const MONTH = { amount: 30, unit: "days" as Unit };

/** A form for a retention rule. It shows how many runs the rule matches now. */
export function RuleForm({ old, onClose }: { old?: RetentionRule; onClose: () => void }) {
  const age = old ? ageParts(old.olderThanSeconds) : MONTH;
  const [name, setName] = useState(old?.name ?? "");
  const [query, setQuery] = useState(old?.query ?? "");
  const [amount, setAmount] = useState(String(age.amount));
  const [unit, setUnit] = useState<Unit>(age.unit);
  const [mode, setMode] = useState<Mode>(old?.mode ?? "content");
  const saving = useDataMutation(saveRule, onClose);
  const seconds = Math.round(Number(amount) * UNITS.find(({ id }) => id === unit)!.seconds);
  const ready = Boolean(name.trim()) && seconds > 0;
  const error = (field: string) => fieldProblem(saving.error, field);
  return (
    <FormDialog
      onClose={onClose}
      size={560}
      title={old ? `Edit rule “${old.name}”` : "Create retention rule"}
      saving={saving}
      ready={ready}
      fields={["name", "query", "olderThanSeconds"]}
      submitLabel={old ? "Save rule" : "Create rule"}
      onSubmit={() =>
        saving.mutate({
          id: old?.id ?? null,
          body: { name: name.trim(), query: query.trim(), olderThanSeconds: seconds, mode },
        })
      }
    >
      <TextInput
        label="Name"
        placeholder="prompts"
        size="sm"
        data-autofocus
        value={name}
        error={error("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <TextInput
        label="Query"
        description="Runs that the rule applies to. Empty for all runs."
        placeholder="customer:acme"
        size="sm"
        classNames={{ input: "mono" }}
        value={query}
        error={error("query")}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className={css.age}>
        <TextInput
          label="Older than"
          type="number"
          min={1}
          size="sm"
          value={amount}
          error={error("olderThanSeconds")}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Select
          aria-label="Unit"
          size="sm"
          allowDeselect={false}
          data={UNITS.map(({ id }) => id)}
          value={unit}
          onChange={(next) => next && setUnit(next as Unit)}
        />
      </div>
      <ModeField value={mode} onChange={setMode} />
      {seconds > 0 && !error("query") && <RunCount query={query} seconds={seconds} mode={mode} />}
    </FormDialog>
  );
}

/** The number of runs that the rule matches now. */
function RunCount({ query, seconds, mode }: { query: string; seconds: number; mode: Mode }) {
  const old = `created<-${Math.round(seconds / 3600)}h`;
  const [ruleQuery] = useDebouncedValue(query.trim() ? `(${query.trim()}) ${old}` : old, 400);
  const found = useMatching(ruleQuery, mode);
  const wrong = found.error instanceof ApiError ? readQueryError(found.error, 1) : null; // behind the parenthesis
  return (
    <p className={css.now} role="status" data-found={found.data ? found.data.total : undefined}>
      {found.error ? (
        <span className="error">{wrong?.message ?? problemText(found.error)}</span>
      ) : !found.data ? (
        "Counting…"
      ) : found.data.total ? (
        <>
          <b>{plural(found.data.total, "run")}</b> {found.data.total === 1 ? "is" : "are"} old enough now and will be
          erased when the rule is next applied.
        </>
      ) : (
        "No runs are old enough now."
      )}
    </p>
  );
}
