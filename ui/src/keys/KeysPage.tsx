// API keys and their scopes. For admins.

import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useApiKeys } from "../api/queries";
import type { Key } from "../api/types";
import { ConfirmButton } from "../components/ConfirmDialog";
import { EmptyState } from "../components/EmptyState";
import { ErrorMessage } from "../components/ErrorState";
import { QueryState } from "../components/QueryState";
import { Table } from "../components/Table";
import { RelativeTime, Timestamp } from "../components/Time";
import { useDocumentTitle } from "../components/documentTitle";
import { tagText } from "../labels/format";
import { useSearchParams, useSlug } from "../router";
import { revokeKey, rotateKey, useKeyMutation } from "./api";
import { KeyForm } from "./KeyForm";
import { KeySecret } from "./KeySecret";
import css from "./keys.module.css";

export function KeysPage() {
  const result = useApiKeys(useSlug());
  const [search, change] = useSearchParams();
  const [creating, setCreating] = useState(false);
  useDocumentTitle("API keys");
  const close = () => {
    setCreating(false);
    if (search.create) change({ create: undefined }, { replace: true });
  };
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">API keys</h1>
        {!result.error && (
          <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
            Create key
          </Button>
        )}
      </div>
      {!result.data && <QueryState query={result} rows={3} />}
      {result.data?.length === 0 && (
        <EmptyState title="No API keys" icon={<IconKey size={28} stroke={1.3} />}>
          Local access needs no key. Create one for programs and people on other machines.
        </EmptyState>
      )}
      {result.data && result.data.length > 0 && <KeyTable keys={result.data} />}
      {(creating || search.create) && result.data && <KeyForm onClose={close} />}
    </div>
  );
}

function KeyTable({ keys }: { keys: Key[] }) {
  const revoking = useKeyMutation(revokeKey);
  const rotating = useKeyMutation(rotateKey);
  return (
    <>
      <ErrorMessage error={revoking.error ?? rotating.error} />
      {rotating.data && <KeySecret made={rotating.data} onClose={rotating.reset} />}
      <Table
        columns={["Name", "Prefix", "Scopes", "Restricted to", "Created", "Expires"]}
        actions
        stacks
        className={css.table}
      >
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name}</th>
            <td className="mono">{key.hint}</td>
            <td className={css.scopes}>{key.scopes.join(", ")}</td>
            <td className={css.tags}>
              {tagText(key.tags) ? <span className="mono">{tagText(key.tags)}</span> : "nothing"}
            </td>
            <td>
              <Timestamp iso={key.createdAt} />
            </td>
            <td>
              <Expiry at={key.expiresAt} />
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

function Expiry({ at }: { at: string | null | undefined }) {
  if (!at) return <span className="dim">never</span>;
  if (Date.parse(at) > Date.now()) return <RelativeTime iso={at} />;
  return (
    <b>
      expired <RelativeTime iso={at} />
    </b>
  );
}
