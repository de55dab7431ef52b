// A form for an alert, from a template or from its parts. It shows when the alert would have fired.

import { NumberInput, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { fieldProblem, isAllIn, problemText } from "../api/client";
import type { Alert, AlertRecipient, AlertTemplate } from "../api/types";
import { FormDialog } from "../components/FormDialog";
import { plural } from "../labels/format";
import { useTriggers } from "../triggers/api";
import { AlertChart } from "./AlertChart";
import css from "./alerts.module.css";
import { addAlert, type AlertBody, changeAlert, type Measure, useAlertMutation, usePreview, useTemplates } from "./api";
import { MEASURES } from "./labels";
import { RecipientField } from "./recipients";

interface AlertFormProps {
  old?: Alert;
  query?: string; // of a new alert
  schedule?: string; // of a new alert about a schedule that does not run
  onClose: () => void;
}

const OWN = "own";
const INBOX: AlertRecipient[] = [{ kind: "inbox", id: null }];

export function AlertForm({ old, query, schedule, onClose }: AlertFormProps) {
  const templates = useTemplates({ enabled: !old }).data ?? [];
  const [name, setName] = useState(old?.name ?? "");
  const [start, setStart] = useState<string>(schedule ? "schedule_missed" : OWN);
  const [parameters, setParameters] = useState<Record<string, string>>(schedule ? { schedule } : {});
  const [draft, setDraft] = useState<Draft>(draftOf(old, query));
  const [recipients, setRecipients] = useState<AlertRecipient[]>(old?.recipients ?? INBOX);
  const adding = useAlertMutation(addAlert, onClose);
  const changing = useAlertMutation(changeAlert, onClose);
  const saving = old ? changing : adding;
  const template = templates.find((one) => one.name === start);
  const condition = template ? { template: template.name, parameters } : conditionOf(draft);
  const complete = template ? isFilled(template, parameters) : isComplete(draft);
  const body: AlertBody = { ...condition, name: name.trim(), recipients };
  const fields = ["name", "recipients", ...(template ? ["parameters"] : CONDITION)];
  const [settled] = useDebouncedValue(complete ? JSON.stringify(condition) : "null", 400);
  const preview = usePreview(JSON.parse(settled) as AlertBody | null);
  const error = (field: string) => fieldProblem(preview.error, field) ?? fieldProblem(saving.error, field);
  return (
    <FormDialog
      onClose={onClose}
      size={620}
      title={old ? `Edit alert “${old.name}”` : "Create alert"}
      saving={saving}
      ready={complete && Boolean(body.name)}
      fields={fields}
      submitLabel={old ? "Save alert" : "Create alert"}
      onSubmit={() => (old ? changing.mutate({ id: old.id, body }) : adding.mutate(body))}
    >
      {!old && (
        <Select
          label="Start from"
          size="sm"
          allowDeselect={false}
          data={[
            { value: OWN, label: "Custom condition" },
            ...templates.map(({ name: value, title }) => ({ value, label: title })),
          ]}
          value={start}
          onChange={(next) => next && setStart(next)}
        />
      )}
      <TextInput
        label="Name"
        placeholder="acme-failures"
        size="sm"
        data-autofocus
        value={name}
        error={error("name")}
        onChange={(event) => setName(event.target.value)}
      />
      {template ? (
        <TemplateFields template={template} values={parameters} onChange={setParameters} error={error} />
      ) : (
        <ConditionFields draft={draft} onChange={(some) => setDraft({ ...draft, ...some })} error={error} />
      )}
      <RecipientField value={recipients} onChange={setRecipients} error={error("recipients")} />
      {complete && !isAllIn(preview.error, fields) && (
        <Outlook body={condition} measure={template?.measure ?? draft.measure} preview={preview} />
      )}
    </FormDialog>
  );
}

interface TemplateFieldsProps {
  template: AlertTemplate;
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
  error: (field: string) => string | undefined;
}

function TemplateFields({ template, values, onChange, error }: TemplateFieldsProps) {
  const schedules = (useTriggers("name").data ?? []).filter(({ kind }) => kind === "cron");
  return (
    <>
      <p className="dim">{template.description}</p>
      {template.parameters.map(({ name, description, default: usual }) =>
        name === "schedule" ? (
          <Select
            key={name}
            label="Schedule"
            size="sm"
            searchable
            data={schedules.map((one) => ({ value: one.id, label: one.name }))}
            value={values.schedule ?? null}
            error={error("parameters/schedule")}
            onChange={(next) => onChange({ ...values, schedule: next ?? "" })}
          />
        ) : (
          <TextInput
            key={name}
            label={description.replace(/\.$/, "")}
            size="sm"
            placeholder={usual ?? ""}
            value={values[name] ?? ""}
            error={error(`parameters/${name}`)}
            onChange={(event) => onChange(withValue(values, name, event.target.value))}
          />
        ),
      )}
    </>
  );
}

/** An empty value is removed, so that the default is used. */
function withValue(values: Record<string, string>, name: string, value: string): Record<string, string> {
  const { [name]: _, ...others } = values;
  return value.trim() ? { ...others, [name]: value } : others;
}

function isFilled({ parameters }: AlertTemplate, values: Record<string, string>): boolean {
  return parameters.every(({ name, default: usual }) => usual !== null || Boolean(values[name]));
}

const CONDITION = ["query", "windowSeconds", "threshold", "resolveThreshold", "minimum"];
const UNITS = { minutes: 60, hours: 3600, days: 86_400 };
type Unit = keyof typeof UNITS;

/** The fields of a condition as they are typed. */
interface Draft {
  query: string;
  measure: Measure;
  comparison: Alert["comparison"];
  length: number | string;
  unit: Unit;
  direction: Alert["direction"];
  threshold: number | string;
  resolve: number | string;
  minimum: number | string;
  schedule: string | null;
}

function draftOf(old: Alert | undefined, query = ""): Draft {
  const seconds = old?.windowSeconds ?? 3600;
  const unit = (["days", "hours"] as const).find((one) => seconds % UNITS[one] === 0) ?? "minutes";
  const scale = old ? scaleOf(old.measure, old.comparison) : 1;
  const typed = (value: number | null | undefined) =>
    value === null || value === undefined ? "" : Number((value * scale).toPrecision(12));
  return {
    query: old?.query ?? query,
    measure: old?.measure ?? "failure_rate",
    comparison: old?.comparison ?? "none",
    length: seconds / UNITS[unit],
    unit,
    direction: old?.direction ?? "above",
    threshold: old ? typed(old.threshold) : 20,
    resolve: typed(old?.resolveThreshold),
    minimum: old?.minimum ?? 10,
    schedule: old?.schedule ?? null,
  };
}

/** A rate is typed in percent and stored as a share. */
function scaleOf(measure: Measure, comparison: Alert["comparison"]): number {
  return measure === "failure_rate" && comparison === "none" ? 100 : 1;
}

/** The fields that an age does not have, so that a change of the measure resets them. */
const NO_THRESHOLD = {
  comparison: "none",
  direction: "above",
  threshold: null,
  resolveThreshold: null,
  minimum: 0,
} as const;

function conditionOf(draft: Draft): AlertBody {
  const { measure } = draft;
  const window = { windowSeconds: Math.round(Number(draft.length) * UNITS[draft.unit]) };
  const common = { query: draft.query.trim(), measure, ...window };
  if (MEASURES[measure].isAge) return { ...common, ...NO_THRESHOLD, schedule: draft.schedule };
  const scale = scaleOf(measure, draft.comparison);
  return {
    ...common,
    comparison: draft.comparison,
    direction: draft.direction,
    threshold: Number(draft.threshold) / scale,
    resolveThreshold: draft.resolve === "" ? null : Number(draft.resolve) / scale,
    minimum: Number(draft.minimum) || 0,
    schedule: null,
  };
}

function isComplete({ measure, length, threshold }: Draft): boolean {
  return Number(length) > 0 && (Boolean(MEASURES[measure].isAge) || threshold !== "");
}

/** A rate means little over a few runs. */
function ofMeasure(measure: Measure): Partial<Draft> {
  return { measure, threshold: "", resolve: "", minimum: measure === "failure_rate" ? 10 : 0, schedule: null };
}

interface ConditionFieldsProps {
  draft: Draft;
  onChange: (some: Partial<Draft>) => void;
  error: (field: string) => string | undefined;
}

function ConditionFields({ draft, onChange, error }: ConditionFieldsProps) {
  const { measure, comparison } = draft;
  const isAge = MEASURES[measure].isAge;
  return (
    <>
      {!draft.schedule && (
        <TextInput
          label="Query"
          description="Runs to measure. Empty for all runs."
          placeholder="customer:acme"
          size="sm"
          classNames={{ input: "mono" }}
          value={draft.query}
          error={error("query")}
          onChange={(event) => onChange({ query: event.target.value })}
        />
      )}
      <div className={`${css.fields} ${css.window}`}>
        <Select
          label="Measure"
          size="sm"
          allowDeselect={false}
          data={Object.entries(MEASURES).map(([value, { label }]) => ({ value, label }))}
          value={measure}
          onChange={(next) => next && onChange(ofMeasure(next as Measure))}
        />
        <NumberInput
          label={isAge ? "For" : "Within"}
          size="sm"
          min={0}
          value={draft.length}
          error={error("windowSeconds")}
          onChange={(length) => onChange({ length })}
        />
        <Select
          label="Unit"
          size="sm"
          allowDeselect={false}
          data={Object.keys(UNITS)}
          value={draft.unit}
          onChange={(next) => next && onChange({ unit: next as Unit })}
        />
      </div>
      {!isAge && <ThresholdFields draft={draft} onChange={onChange} error={error} />}
      {!isAge && (
        <Select
          label="Compare with"
          size="sm"
          allowDeselect={false}
          data={[
            { value: "none", label: "A fixed value" },
            { value: "previous", label: "The window before, as a ratio" },
          ]}
          value={comparison}
          onChange={(next) => next && onChange({ comparison: next as Alert["comparison"], threshold: "", resolve: "" })}
        />
      )}
    </>
  );
}

function ThresholdFields({ draft, onChange, error }: ConditionFieldsProps) {
  const unit = draft.comparison === "previous" ? "times the window before" : MEASURES[draft.measure].unit;
  const most = scaleOf(draft.measure, draft.comparison) === 100 ? 100 : Infinity;
  const over = (value: number | string) => (Number(value) > most ? `must be 0 to ${most}` : undefined);
  return (
    <div className={css.fields}>
      <Select
        label="Fires if it is"
        size="sm"
        allowDeselect={false}
        data={[
          { value: "above", label: "At least" },
          { value: "below", label: "At most" },
        ]}
        value={draft.direction}
        onChange={(next) => next && onChange({ direction: next as Alert["direction"] })}
      />
      <NumberInput
        label={`Threshold, ${unit}`}
        size="sm"
        min={0}
        value={draft.threshold}
        error={over(draft.threshold) ?? error("threshold")}
        onChange={(threshold) => onChange({ threshold })}
      />
      <NumberInput
        label={draft.direction === "above" ? "Resolves below" : "Resolves above"}
        placeholder="the threshold"
        size="sm"
        min={0}
        value={draft.resolve}
        error={over(draft.resolve) ?? error("resolveThreshold")}
        onChange={(resolve) => onChange({ resolve })}
      />
      <NumberInput
        label="Minimum runs"
        size="sm"
        min={0}
        value={draft.minimum}
        error={error("minimum")}
        onChange={(minimum) => onChange({ minimum })}
      />
    </div>
  );
}

interface OutlookProps {
  body: AlertBody;
  measure: Measure;
  preview: ReturnType<typeof usePreview>;
}

/** When the alert would have fired in the past seven days. */
function Outlook({ body, measure, preview }: OutlookProps) {
  const found = preview.data;
  if (preview.error) return <p className="error">{problemText(preview.error)}</p>;
  if (!found) return <p className="dim">Simulating the past 7 days…</p>;
  const times = found.firings.length;
  const subject = measure === "approval_age" ? "request" : "run";
  return (
    <div className={css.outlook}>
      <p role="status">
        In the past 7 days, it would {times ? "have fired" : "not have fired"}
        {times > 0 && <b> {plural(times, "time")}</b>}.{" "}
        <span className="dim">{plural(found.runs, `matching ${subject}`)}.</span>
      </p>
      <AlertChart
        alert={{ measure, comparison: comparisonOf(body) }}
        data={found}
        label="Values in the past 7 days, and when the alert would have fired"
      />
    </div>
  );
}

function comparisonOf({ template, comparison }: AlertBody): Alert["comparison"] {
  return template === "failures_doubled" ? "previous" : (comparison ?? "none");
}
