import { Button, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { ApiError } from "../api/client";
import { Dialog } from "../parts/Dialog";
import { Wrong } from "../parts/States";
import { count, plural } from "../words/format";
import { saveRule, useDoing, useMatching, type Mode, type Rule } from "./asking";
import css from "./data.module.css";
import { ModeChoice } from "./ModeChoice";
import { ageParts, UNITS, type Unit } from "./words";

const MONTH = { amount: 30, unit: "days" as Unit };

/** A rule, new or changed; it says how many runs it would be about now. */
export function RuleForm({ old, onClose }: { old?: Rule; onClose: () => void }) {
  const age = old ? ageParts(old.olderThanSeconds) : MONTH;
  const [name, setName] = useState(old?.name ?? "");
  const [query, setQuery] = useState(old?.query ?? "");
  const [amount, setAmount] = useState(String(age.amount));
  const [unit, setUnit] = useState<Unit>(age.unit);
  const [mode, setMode] = useState<Mode>(old?.mode ?? "content");
  const saving = useDoing(saveRule, onClose);
  const seconds = Math.round(Number(amount) * UNITS.find(({ id }) => id === unit)!.seconds);
  const ready = Boolean(name.trim()) && seconds > 0;
  const error = (field: string) => (saving.error instanceof ApiError ? saving.error.problems.find((one) => one.field === `/${field}`)?.problem : undefined);
  return (
    <Dialog onClose={onClose} size={560} title={old ? `Edit “${old.name}”` : "New retention rule"}>
      <form className="form" noValidate onSubmit={(event) => { event.preventDefault(); saving.mutate({ id: old?.id ?? null, body: { name: name.trim(), query: query.trim(), olderThanSeconds: seconds, mode } }); }}>
        <TextInput label="Name" placeholder="prompts" size="sm" data-autofocus value={name} error={error("name")} onChange={(event) => setName(event.target.value)} />
        <TextInput label="Which runs" description="The query that runs are found with; empty for all of them" placeholder="customer:acme" size="sm" classNames={{ input: "mono" }} value={query} error={error("query")} onChange={(event) => setQuery(event.target.value)} />
        <div className={css.age}>
          <TextInput label="Older than" type="number" min={1} size="sm" value={amount} error={error("olderThanSeconds")} onChange={(event) => setAmount(event.target.value)} />
          <Select aria-label="Unit" size="sm" allowDeselect={false} data={UNITS.map(({ id }) => id)} value={unit} onChange={(next) => next && setUnit(next as Unit)} />
        </div>
        <ModeChoice value={mode} onChange={setMode} />
        {seconds > 0 && <Now query={query} seconds={seconds} mode={mode} />}
        <Wrong error={saving.error} />
        <Button type="submit" variant="filled" size="sm" loading={saving.isPending} disabled={!ready}>{old ? "Save" : "Make the rule"}</Button>
      </form>
    </Dialog>
  );
}

/** What the rule would be about, as it is typed. */
function Now({ query, seconds, mode }: { query: string; seconds: number; mode: Mode }) {
  const old = `created<-${Math.round(seconds / 3600)}h`;
  const [asked] = useDebouncedValue(query.trim() ? `(${query.trim()}) ${old}` : old, 400);
  const found = useMatching(asked, mode);
  return (
    <p className={css.now} role="status" data-found={found.data ? found.data.total : undefined}>
      {found.error ? <span className="wrong">{found.error.message}</span> : !found.data ? "Counting…" : found.data.total ? <><b>{plural(found.data.total, "run")}</b> {found.data.total === 1 ? "is" : "are"} old enough now, and {found.data.total === 1 ? "is" : "are"} erased when the server looks next.</> : `No run is old enough now (${count(0)}).`}
    </p>
  );
}
