// Keys: who may ask, and for what. Only for admins.

import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { at, call } from "../api/client";
import { useApiKeys } from "../api/queries";
import type { ApiKey, Tags } from "../api/types";
import { When } from "../parts/Bits";
import { AskingButton, Dialog } from "../parts/Dialog";
import { ShownOnce } from "../parts/ShownOnce";
import { Empty, Failed, LoadingRows, Wrong } from "../parts/States";
import { Table } from "../parts/Table";
import { useTitle } from "../parts/title";
import { useSlug } from "../router";
import { SettingsPage } from "../settings/SettingsPages";
import css from "./keys.module.css";

const SCOPES: [string, string][] = [
  ["runs:read", "see runs"], ["runs:write", "start and cancel runs"], ["sessions:read", "see sessions"], ["sessions:write", "start sessions, send messages"],
  ["triggers:read", "see triggers"], ["triggers:write", "set up triggers"], ["terminal", "use terminals"], ["models:read", "list models"], ["admin", "everything, also keys"],
];

export function KeysPage() {
  const asked = useApiKeys(useSlug());
  const [making, setMaking] = useState(false);
  useTitle("Keys");
  return (
    <SettingsPage>
      <div className="page-head">
        <h1 className="h1">Keys</h1>
        <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>New key</Button>
      </div>
      {asked.error && <Failed error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <LoadingRows rows={3} />}
      {asked.data?.length === 0 && <Empty title="No keys" icon={<IconKey size={28} stroke={1.3} />}>On this machine none is needed. Make one for programs and people elsewhere.</Empty>}
      {asked.data && asked.data.length > 0 && <KeyTable keys={asked.data} />}
      {making && <NewKey onClose={() => setMaking(false)} />}
    </SettingsPage>
  );
}

function KeyTable({ keys }: { keys: ApiKey[] }) {
  const slug = useSlug();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => call(at(slug, `/keys/${id}`), { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries({ queryKey: [slug, "api-keys"] }),
  });
  const rotate = useMutation({
    mutationFn: (id: string) => call<NewSecret>(at(slug, `/keys/${id}/rotate`), { method: "POST", body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: [slug, "api-keys"] }),
  });
  return (
    <>
      <Wrong error={revoke.error ?? rotate.error} />
      {rotate.data && <Secret made={rotate.data} onClose={rotate.reset} />}
      <Table columns={["Name", "Begins with", "May", "Sees only", "Made", <span className="sr-only">Actions</span>]} className={css.table}>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name}</th>
            <td className="mono">{key.hint}</td>
            <td className={css.scopes}>{key.scopes.join(", ")}</td>
            <td className="mono">{Object.entries(key.tags).map(([name, value]) => `${name}=${value}`).join(" ")}</td>
            <td><When iso={key.createdAt} /></td>
            <td>
              <AskingButton variant="subtle" title={`Give the key “${key.name}” another secret?`} says="The old one works for an hour yet." act="Rotate it" onSure={() => rotate.mutate(key.id)}>Rotate</AskingButton>
              <AskingButton color="red" variant="subtle" title={`Revoke the key “${key.name}”?`} says="Whoever uses it is locked out at once." act="Revoke it" onSure={() => revoke.mutate(key.id)}>Revoke</AskingButton>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

type NewSecret = ApiKey & { secret: string };

function Secret({ made, onClose }: { made: NewSecret; onClose: () => void }) {
  return <ShownOnce title={`The key “${made.name}”`} says="Copy it now. It is kept hashed, and never shown again." values={[{ what: "key", text: made.secret }]} onClose={onClose} />;
}

function tagsOf(text: string): Tags {
  return Object.fromEntries(text.split(/\s+/).filter(Boolean).map((pair) => {
    const [name, ...value] = pair.split("=");
    return [name, value.join("=")];
  }));
}

function NewKey({ onClose }: { onClose: () => void }) {
  const slug = useSlug();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [bound, setBound] = useState("");
  const [scopes, setScopes] = useState<string[]>(["runs:read", "runs:write", "sessions:read", "sessions:write", "models:read"]);
  const made = useMutation({
    mutationFn: () => call<NewSecret>(at(slug, "/keys"), { method: "POST", body: { name: name.trim(), scopes, tags: tagsOf(bound) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [slug, "api-keys"] }),
  });
  if (made.data) return <Secret made={made.data} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="New key">
      <form className="form" onSubmit={(event) => { event.preventDefault(); made.mutate(); }}>
        <TextInput label="Name" description="Who or what uses it" value={name} onChange={(event) => setName(event.target.value)} data-autofocus size="sm" />
        <Checkbox.Group label="It may" value={scopes} onChange={setScopes} size="sm">
          <div className={css.checks}>
            {SCOPES.map(([scope, what]) => (
              <Checkbox key={scope} value={scope} label={<><span className="mono">{scope}</span> <span className="dim">{what}</span></>} />
            ))}
          </div>
        </Checkbox.Group>
        <TextInput label="Sees only" description="Tags, such as customer=acme: runs and sessions without them do not exist for it, and it can only read" value={bound} onChange={(event) => setBound(event.target.value)} size="sm" />
        <Wrong error={made.error} />
        <Button type="submit" variant="filled" size="sm" loading={made.isPending} disabled={!name.trim() || !scopes.length}>Make it</Button>
      </form>
    </Dialog>
  );
}
