import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { IconBookmark, IconCheck, IconLink, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { at, call } from "../api/client";
import { useViews } from "../api/queries";
import type { SavedView } from "../api/types";
import { Dialog, Sure } from "../parts/Dialog";
import { router, useAddress, useSlug, writeSearch, type Search } from "../router";
import { errorText } from "../words/format";
import css from "./runs.module.css";

/** Views that people of the workspace saved: a page as it was, with relative times left relative. */
export function SavedViews({ page = "runs" }: { page?: string }) {
  const slug = useSlug();
  const [search] = useAddress();
  const [saving, setSaving] = useState(false);
  const [opened, setOpened] = useState(false);
  const [removing, setRemoving] = useState<SavedView | null>(null);
  const [copied, setCopied] = useState(false);
  const views = (useViews(slug).data ?? []).filter((view) => view.page === page);
  const current = views.find((view) => view.params === paramsOf(search));
  const remove = useRemove(slug);
  const open = (view: SavedView) => router.history.push(`/w/${slug}/${view.page}?${view.params}`);
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <>
      <Menu width={280} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <Button leftSection={<IconBookmark size={15} stroke={1.6} />} aria-label={current ? `View: ${current.name}` : "Saved views"}>
            <span className={css.wide}>{current?.name ?? "Views"}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>No views saved yet. Set up the page, then save it here for everybody.</Menu.Label>}
          {views.map((view) => (
            <div key={view.id} className={css.viewRow}>
              <Menu.Item onClick={() => open(view)} rightSection={current?.id === view.id ? <IconCheck size={14} /> : null}>
                {view.name}
              </Menu.Item>
              <ActionIcon size="sm" aria-label={`Remove the view ${view.name}`} onClick={() => { setOpened(false); setRemoving(view); }}>
                <IconTrash size={14} />
              </ActionIcon>
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconBookmark size={14} />} onClick={() => setSaving(true)}>
            Save this view…
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={14} />} onClick={() => void copy()} closeMenuOnClick={false}>
            {copied ? "Copied" : "Copy the link"}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {saving && <SaveDialog page={page} params={paramsOf(search)} onClose={() => setSaving(false)} />}
      {removing && <Sure danger title={`Remove the view “${removing.name}”?`} says="It is gone for everybody in this workspace. Its runs stay." act="Remove it" onSure={() => remove.mutate(removing.id)} onClose={() => setRemoving(null)} />}
    </>
  );
}

function paramsOf(search: Search): string {
  return writeSearch({ ...search, view: undefined }).slice(1);
}

function useRemove(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(at(slug, `/views/${id}`), { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries({ queryKey: [slug, "views"] }),
  });
}

function SaveDialog({ page, params, onClose }: { page: string; params: string; onClose: () => void }) {
  const slug = useSlug();
  const [name, setName] = useState("");
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => call(at(slug, "/views"), { method: "POST", body: { name: name.trim(), page, params } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [slug, "views"] });
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title="Save this view">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) save.mutate();
        }}
      >
        <TextInput label="Name" data-autofocus value={name} onChange={(event) => setName(event.target.value)} maxLength={100} error={save.error ? errorText(save.error) : null} size="sm" />
        <p className="dim">Everybody in this workspace sees it. A time such as “last 24 hours” stays relative.</p>
        <Button type="submit" variant="filled" loading={save.isPending} disabled={!name.trim()}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
