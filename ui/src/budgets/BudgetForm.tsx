import { Checkbox, NumberInput, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { fieldProblem, isAllIn, problemText } from "../api/client";
import { TIMEZONE } from "../api/series";
import type { Budget, BudgetAction } from "../api/types";
import { FormDialog } from "../components/FormDialog";
import { TimeZoneField } from "../components/TimeZoneField";
import { plural } from "../labels/format";
import {
  addBudget,
  type BudgetBody,
  changeBudget,
  type Measure,
  type Period,
  useBudgetMutation,
  usePreview,
} from "./api";
import css from "./budgets.module.css";
import { ACTIONS, amountText, beginsAtMidnight, MEASURES, PERIODS } from "./labels";

type Chosen = Record<BudgetAction["action"], number | null>;

const FIELDS = ["name", "query", "limit", "actions"]; // they show their own errors
const NAMES = Object.keys(ACTIONS) as BudgetAction["action"][];

function chosenOf(actions: readonly BudgetAction[] | undefined): Chosen {
  const chosen: Chosen = { warn: null, ask: null, stop: actions ? null : 100, refuse: null };
  for (const { action, percent } of actions ?? []) chosen[action] ??= percent;
  return chosen;
}

/** A form for a budget. It shows a simulation of the last 30 days. */
export function BudgetForm({ old, onClose }: { old?: Budget; onClose: () => void }) {
  const [name, setName] = useState(old?.name ?? "");
  const [query, setQuery] = useState(old?.query ?? "");
  const [measure, setMeasure] = useState<Measure>(old?.measure ?? "cost");
  const [period, setPeriod] = useState<Period>(old?.period ?? "day");
  const [timezone, setTimezone] = useState(old?.timezone ?? TIMEZONE);
  const [limit, setLimit] = useState<number | string>(old?.limit ?? "");
  const [chosen, setChosen] = useState<Chosen>(chosenOf(old?.actions));
  const adding = useBudgetMutation(addBudget, onClose);
  const changing = useBudgetMutation(changeBudget, onClose);
  const saving = old ? changing : adding;
  const actions = NAMES.flatMap((action) => (chosen[action] ? [{ action, percent: chosen[action] }] : []));
  const body: BudgetBody = {
    name: name.trim(),
    query: query.trim(),
    measure,
    period,
    timezone,
    limit: Number(limit),
    actions,
  };
  const complete = body.limit > 0 && actions.length > 0;
  const [settled] = useDebouncedValue(complete ? JSON.stringify({ ...body, name: "preview" }) : "null", 400);
  const preview = usePreview(JSON.parse(settled) as BudgetBody | null);
  const calendar = beginsAtMidnight(period);
  const fields = calendar ? [...FIELDS, "timezone"] : FIELDS;
  const error = (field: string) => fieldProblem(preview.error, field) ?? fieldProblem(saving.error, field);
  return (
    <FormDialog
      onClose={onClose}
      size={560}
      title={old ? `Edit budget “${old.name}”` : "Create budget"}
      saving={saving}
      ready={complete && Boolean(body.name)}
      fields={fields}
      submitLabel={old ? "Save budget" : "Create budget"}
      onSubmit={() =>
        old
          ? changing.mutate({ id: old.id, body: { name: body.name, limit: body.limit, actions } })
          : adding.mutate(body)
      }
    >
      <TextInput
        label="Name"
        placeholder="acme-daily"
        size="sm"
        data-autofocus
        value={name}
        error={error("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <TextInput
        label="Query"
        description="Runs to count, by tags, trigger, actor, agent or model. Empty for all runs."
        placeholder="customer:acme"
        size="sm"
        classNames={{ input: "mono" }}
        value={query}
        disabled={Boolean(old)}
        error={error("query")}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className={css.amount}>
        <Select
          label="Measure"
          size="sm"
          allowDeselect={false}
          disabled={Boolean(old)}
          data={Object.entries(MEASURES).map(([value, { label }]) => ({ value, label }))}
          value={measure}
          onChange={(next) => next && setMeasure(next as Measure)}
        />
        <NumberInput
          label={`Limit in ${MEASURES[measure].unit}`}
          size="sm"
          min={0}
          placeholder={measure === "cost" ? "20" : "1000"}
          value={limit}
          error={error("limit")}
          onChange={setLimit}
        />
        <Select
          label="Period"
          size="sm"
          allowDeselect={false}
          disabled={Boolean(old)}
          data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
          value={period}
          onChange={(next) => next && setPeriod(next as Period)}
        />
      </div>
      {calendar && (
        <TimeZoneField
          description="Days begin at midnight in this time zone"
          disabled={Boolean(old)}
          value={timezone}
          error={error("timezone")}
          onChange={setTimezone}
        />
      )}
      <ActionFields chosen={chosen} onChange={setChosen} error={error("actions")} />
      {old && (
        <p className="dim">
          The query, measure, period and time zone cannot be changed. Create another budget to count differently.
        </p>
      )}
      {complete && !isAllIn(preview.error, fields) && <Outlook body={body} preview={preview} />}
    </FormDialog>
  );
}

interface ActionFieldsProps {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  error: string | undefined;
}

function ActionFields({ chosen, onChange, error }: ActionFieldsProps) {
  return (
    <fieldset className={css.actions}>
      <legend>Actions</legend>
      {NAMES.map((action) => (
        <div key={action} className={css.action}>
          <Checkbox
            size="sm"
            label={ACTIONS[action].label}
            description={ACTIONS[action].effect}
            checked={chosen[action] !== null}
            onChange={(event) =>
              onChange({ ...chosen, [action]: event.target.checked ? (action === "warn" ? 80 : 100) : null })
            }
          />
          {chosen[action] !== null && (
            <NumberInput
              size="xs"
              w={90}
              min={1}
              max={100}
              suffix=" %"
              aria-label={`${ACTIONS[action].label} at percent of the limit`}
              value={chosen[action]}
              onChange={(value) => onChange({ ...chosen, [action]: Number(value) || 1 })}
            />
          )}
        </div>
      ))}
      {error && <span className="error">{error}</span>}
    </fieldset>
  );
}

/** The effect of the budget in the last 30 days, simulated. */
function Outlook({ body, preview }: { body: BudgetBody; preview: ReturnType<typeof usePreview> }) {
  const found = preview.data;
  if (preview.error) return <p className="error">{problemText(preview.error)}</p>;
  if (!found) return <p className="dim">Simulating the last 30 days…</p>;
  const effects = [
    found.stopped && `stopped ${plural(found.stopped, "run")}`,
    found.refused && `refused ${plural(found.refused, "run")}`,
    found.asked && `asked about ${plural(found.asked, "run")}`,
    found.warned && `warned ${plural(found.warned, "time")}`,
  ].filter(Boolean);
  return (
    <p className={css.outlook} role="status">
      In the last 30 days, it would have <b>{effects.join(", ") || "done nothing"}</b>.{" "}
      <span className="dim">
        {plural(found.runs, "matching run")}; at most {amountText(body.measure, found.highest)} {PERIODS[body.period]}.
        {found.unpricedRuns > 0 && ` The cost of ${plural(found.unpricedRuns, "run")} is not completely known.`}
      </span>
    </p>
  );
}
