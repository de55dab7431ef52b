import { Checkbox, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Scope } from "../api/types";
import { FormDialog } from "../components/FormDialog";
import { TagsField } from "../components/TagsField";
import { useNarrowScreen } from "../components/viewport";
import { readTags, tagsProblem } from "../query/tags";
import { createKey, useKeyMutation } from "./api";
import { KeySecret } from "./KeySecret";
import { BOUND_SCOPES, EXPIRIES, expiresAt, PRESETS, SCOPES, type Preset } from "./presets";
import css from "./keys.module.css";

/** A form that creates a key: for one customer, for a program, or with any scopes. */
export function KeyForm({ onClose }: { onClose: () => void }) {
  const [preset, setPreset] = useState<Preset>("program");
  const [name, setName] = useState("");
  const [bound, setBound] = useState("");
  const [scopes, setScopes] = useState<Scope[]>(PRESETS.program.scopes);
  const [lasts, setLasts] = useState<string>("never");
  const made = useKeyMutation(createKey);
  const narrow = useNarrowScreen();
  if (made.data) return <KeySecret made={made.data} onClose={onClose} />;
  const tags = readTags(bound);
  const isBound = Object.keys(tags).length > 0;
  // A key with tags can only read, so other scopes would be refused.
  const given = isBound ? scopes.filter((scope) => BOUND_SCOPES.includes(scope)) : scopes;
  const choose = (next: Preset) => {
    setPreset(next);
    setScopes(PRESETS[next].scopes);
    if (next === "customer" && lasts === "never") setLasts("30");
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Create key"
      size={560}
      saving={made}
      ready={Boolean(name.trim()) && given.length > 0 && (preset !== "customer" || isBound) && !tagsProblem(bound)}
      submitLabel="Create key"
      onSubmit={() => made.mutate({ name: name.trim(), scopes: given, tags, expiresAt: expiresAt(lasts, Date.now()) })}
    >
      <SegmentedControl
        aria-label="Preset"
        fullWidth
        orientation={narrow ? "vertical" : "horizontal"}
        value={preset}
        onChange={(next) => choose(next as Preset)}
        data={Object.entries(PRESETS).map(([value, { label }]) => ({ value, label }))}
      />
      <TextInput
        label="Name"
        description="The person or program that uses the key"
        value={name}
        onChange={(event) => setName(event.target.value)}
        data-autofocus
        size="sm"
      />
      <TagsField
        label="Restrict to tags"
        description="The key can only read, and only runs and sessions with these tags."
        placeholder="customer=acme"
        required={preset === "customer"}
        value={bound}
        onChange={setBound}
      />
      <Select
        label="Expires"
        description="From then on, requests with the key are refused."
        data={EXPIRIES}
        value={lasts}
        onChange={(next) => setLasts(next ?? "never")}
        allowDeselect={false}
        size="sm"
      />
      {preset === "customer" ? (
        <p className="dim">Scopes: {PRESETS.customer.scopes.join(", ")}</p>
      ) : (
        <Checkbox.Group label="Scopes" value={given} onChange={setScopes} size="sm">
          <div className={css.checks}>
            {SCOPES.map(([scope, what]) => (
              <Checkbox
                key={scope}
                value={scope}
                disabled={isBound && !BOUND_SCOPES.includes(scope)}
                label={
                  <>
                    <span className="mono">{scope}</span> <span className="dim">{what}</span>
                  </>
                }
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </FormDialog>
  );
}
