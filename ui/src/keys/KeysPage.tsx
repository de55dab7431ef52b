// Keys: who may ask, and for what. Only for admins.

import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { at, call } from "../api/client";
import { useApiKeys } from "../api/queries";
import type { ApiKey, Tags } from "../api/types";
import { When } from "../parts/Bits";
import { CopyIcon } from "../parts/CopyIcon";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useTitle } from "../parts/title";
import { useSlug } from "../router";
import { errorText } from "../words/format";
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
    <div className="page">
      <div className={css.head}>
        <h1 className="h1">Keys</h1>
        <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>New key</Button>
      </div>
      {asked.error && <Failed error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <LoadingRows rows={3} />}
      {asked.data?.length === 0 && <Empty title="No keys" icon={<IconKey size={28} stroke={1.3} />}>On this machine none is needed. Make one for programs and people elsewhere.</Empty>}
      {asked.data && asked.data.length > 0 && <Table keys={asked.data} />}
      {making && <NewKey onClose={() => setMaking(false)} />}
    </div>
  );
}

function Table({ keys }: { keys: ApiKey[] }) {
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
  const failed = revoke.error ?? rotate.error;
  return (
    <div className={`panel ${css.wrap}`}>
      {failed && <p role="alert" className={css.error}>{errorText(failed)}</p>}
      {rotate.data && <Secret made={rotate.data} onClose={rotate.reset} />}
      <table className={css.table}>
        <thead><tr><th scope="col">Name</th><th scope="col">Begins with</th><th scope="col">May</th><th scope="col">Sees only</th><th scope="col">Made</th><th scope="col"><span className="sr-only">Actions</span></th></tr></thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <th scope="row">{key.name}</th>
              <td className="mono">{key.hint}</td>
              <td className={css.scopes}>{key.scopes.join(", ")}</td>
              <td className="mono">{Object.entries(key.tags).map(([name, value]) => `${name}=${value}`).join(" ")}</td>
              <td><When iso={key.createdAt} /></td>
              <td>
                <Button variant="subtle" onClick={() => window.confirm(`Give the key “${key.name}” another secret? The old one works for an hour yet.`) && rotate.mutate(key.id)}>Rotate</Button>
                <Button color="red" variant="subtle" onClick={() => window.confirm(`Revoke the key “${key.name}”? Whoever uses it is locked out at once.`) && revoke.mutate(key.id)}>Revoke</Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type NewSecret = ApiKey & { secret: string };

function Secret({ made, onClose }: { made: NewSecret; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={`The key “${made.name}”`} closeButtonProps={{ "aria-label": "Close" }}>
      <p>Copy it now. It is kept hashed, and never shown again.</p>
      <p className={css.secret}><code className="mono">{made.secret}</code><CopyIcon text={made.secret} label="Copy the key" /></p>
      <Button onClick={onClose}>I have it</Button>
    </Modal>
  );
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
    <Modal opened onClose={onClose} title="New key" closeButtonProps={{ "aria-label": "Close" }}>
      <form className={css.form} onSubmit={(event) => { event.preventDefault(); made.mutate(); }}>
        <TextInput label="Name" description="Who or what uses it" value={name} onChange={(event) => setName(event.target.value)} data-autofocus size="sm" />
        <Checkbox.Group label="It may" value={scopes} onChange={setScopes} size="sm">
          <div className={css.checks}>
            {SCOPES.map(([scope, what]) => (
              <Checkbox key={scope} value={scope} label={<><span className="mono">{scope}</span> <span className="dim">{what}</span></>} />
            ))}
          </div>
        </Checkbox.Group>
        <TextInput label="Sees only" description="Tags, such as customer=acme: runs and sessions without them do not exist for it, and it can only read" value={bound} onChange={(event) => setBound(event.target.value)} size="sm" />
        {made.error && <p role="alert" className={css.error}>{errorText(made.error)}</p>}
        <Button type="submit" variant="filled" size="sm" loading={made.isPending} disabled={!name.trim() || !scopes.length}>Make it</Button>
      </form>
    </Modal>
  );
}
