// API keys and their scopes. For admins.

import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { request, workspacePath } from "../api/client";
import { mutationHook } from "../api/mutations";
import { useApiKeys } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Key, NewKey, Scope } from "../api/types";
import type { Tags } from "../api/values";
import { Timestamp } from "../components/Time";
import { ConfirmButton } from "../components/ConfirmDialog";
import { FormDialog } from "../components/FormDialog";
import { SecretDialog } from "../components/SecretDialog";
import { EmptyState } from "../components/EmptyState";
import { ErrorMessage } from "../components/ErrorState";
import { QueryState } from "../components/QueryState";
import { Table } from "../components/Table";
import { useDocumentTitle } from "../components/documentTitle";
import { useSlug } from "../router";
import css from "./keys.module.css";

const SCOPES: [Scope, string][] = [
  ["runs:read", "Read runs"],
  ["runs:write", "Start and cancel runs"],
  ["sessions:read", "Read sessions"],
  ["sessions:write", "Create sessions and send messages"],
  ["triggers:read", "Read triggers"],
  ["triggers:write", "Create and change triggers"],
  ["terminal", "Use terminals"],
  ["models:read", "List models"],
  ["admin", "Everything, including API keys"],
];

const useKeyMutation = mutationHook(queryKeys.apiKeys);
const create = (slug: string, body: Pick<Key, "name" | "scopes" | "tags">) =>
  request<NewKey>(workspacePath(slug, "/keys"), { method: "POST", body });
const rotate = (slug: string, id: string) =>
  request<NewKey>(workspacePath(slug, `/keys/${id}/rotate`), { method: "POST", body: {} });
const revoke = (slug: string, id: string) => request(workspacePath(slug, `/keys/${id}`), { method: "DELETE" });

export function KeysPage() {
  const result = useApiKeys(useSlug());
  const [creating, setCreating] = useState(false);
  useDocumentTitle("API keys");
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">API keys</h1>
        <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
          Create key
        </Button>
      </div>
      {!result.data && <QueryState query={result} rows={3} />}
      {result.data?.length === 0 && (
        <EmptyState title="No API keys" icon={<IconKey size={28} stroke={1.3} />}>
          Local access needs no key. Create one for programs and people on other machines.
        </EmptyState>
      )}
      {result.data && result.data.length > 0 && <KeyTable keys={result.data} />}
      {creating && <KeyForm onClose={() => setCreating(false)} />}
    </div>
  );
}

function KeyTable({ keys }: { keys: Key[] }) {
  const revoking = useKeyMutation(revoke);
  const rotating = useKeyMutation(rotate);
  return (
    <>
      <ErrorMessage error={revoking.error ?? rotating.error} />
      {rotating.data && <KeySecret made={rotating.data} onClose={rotating.reset} />}
      <Table columns={["Name", "Prefix", "Scopes", "Restricted to", "Created"]} actions className={css.table}>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name}</th>
            <td className="mono">{key.hint}</td>
            <td className={css.scopes}>{key.scopes.join(", ")}</td>
            <td className="mono">
              {Object.entries(key.tags)
                .map(([name, value]) => `${name}=${value}`)
                .join(" ")}
            </td>
            <td>
              <Timestamp iso={key.createdAt} />
            </td>
            <td>
              <ConfirmButton
                variant="subtle"
                title={`Rotate key “${key.name}”?`}
                message="The old secret stays valid for one hour."
                confirmLabel="Rotate key"
                onConfirm={() => rotating.mutate(key.id)}
              >
                Rotate key
              </ConfirmButton>
              <ConfirmButton
                color="red"
                variant="subtle"
                title={`Revoke key “${key.name}”?`}
                message="Requests with this key are rejected immediately."
                confirmLabel="Revoke key"
                onConfirm={() => revoking.mutate(key.id)}
              >
                Revoke key
              </ConfirmButton>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function KeySecret({ made, onClose }: { made: NewKey; onClose: () => void }) {
  return (
    <SecretDialog
      title={`Secret of key “${made.name}”`}
      message="Copy the key now. Only its hash is stored, so it cannot be shown again."
      values={[{ label: "key", text: made.secret ?? "" }]}
      onClose={onClose}
    />
  );
}

function parseTags(text: string): Tags {
  return Object.fromEntries(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((pair) => {
        const [name, ...value] = pair.split("=");
        return [name, value.join("=")];
      }),
  );
}

function KeyForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [bound, setBound] = useState("");
  const [scopes, setScopes] = useState<Scope[]>([
    "runs:read",
    "runs:write",
    "sessions:read",
    "sessions:write",
    "models:read",
  ]);
  const made = useKeyMutation(create);
  if (made.data) return <KeySecret made={made.data} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="Create key"
      saving={made}
      ready={Boolean(name.trim()) && scopes.length > 0}
      submitLabel="Create key"
      onSubmit={() => made.mutate({ name: name.trim(), scopes, tags: parseTags(bound) })}
    >
      <TextInput
        label="Name"
        description="Who or what uses the key"
        value={name}
        onChange={(event) => setName(event.target.value)}
        data-autofocus
        size="sm"
      />
      <Checkbox.Group label="Scopes" value={scopes} onChange={setScopes} size="sm">
        <div className={css.checks}>
          {SCOPES.map(([scope, what]) => (
            <Checkbox
              key={scope}
              value={scope}
              label={
                <>
                  <span className="mono">{scope}</span> <span className="dim">{what}</span>
                </>
              }
            />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label="Restrict to tags"
        description="For example customer=acme. The key can only read, and only runs and sessions with these tags."
        value={bound}
        onChange={(event) => setBound(event.target.value)}
        size="sm"
      />
    </FormDialog>
  );
}
