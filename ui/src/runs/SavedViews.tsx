import { READ_VIEWS, WRITE_RUNS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { IconBookmark, IconCheck, IconLink, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { request, workspacePath } from "../api/client";
import { mutationHook } from "../api/mutations";
import { useAllowed, useViews } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { SavedView } from "../api/types";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { FormDialog } from "../components/FormDialog";
import { router, type Search, useSearchParams, useSlug, writeSearch } from "../router";
import css from "./runs.module.css";

export const useViewMutation = mutationHook(queryKeys.views);
export const saveView = (slug: string, body: Pick<SavedView, "name" | "page" | "params">) =>
  request(workspacePath(slug, "/views"), { method: "POST", body });
/** Store other parameters in a view. */
export const replaceView = (slug: string, { view, params }: { view: SavedView; params: string }) =>
  request(workspacePath(slug, `/views/${view.id}`), { method: "PATCH", body: { params } });
const deleteView = (slug: string, id: string) => request(workspacePath(slug, `/views/${id}`), { method: "DELETE" });

/** Saved views of the workspace. Relative time ranges stay relative. */
export function SavedViews({ page = "runs" }: { page?: SavedView["page"] }) {
  return (
    <Allowed to={READ_VIEWS}>
      <ViewMenu page={page} />
    </Allowed>
  );
}

function ViewMenu({ page }: { page: SavedView["page"] }) {
  const canSave = useAllowed(WRITE_RUNS);
  const slug = useSlug();
  const [search] = useSearchParams();
  const [saving, setSaving] = useState(false);
  const [opened, setOpened] = useState(false);
  const [viewToDelete, setViewToDelete] = useState<SavedView | null>(null);
  const [copied, setCopied] = useState(false);
  const views = (useViews(slug).data ?? []).filter((view) => view.page === page);
  const current = views.find((view) => view.params === queryString(search));
  const remove = useViewMutation(deleteView);
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
          <Button
            leftSection={<IconBookmark size={15} stroke={1.6} />}
            aria-label={current ? `View: ${current.name}` : "Saved views"}
          >
            <span className={css.wide}>{current?.name ?? "Views"}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && (
            <Menu.Label>
              No saved views.{canSave && " Set up the page, then save it for everyone in this workspace."}
            </Menu.Label>
          )}
          <div className={css.views}>
            {views.map((view) => (
              <div key={view.id} className={css.viewRow}>
                <Menu.Item
                  onClick={() => open(view)}
                  rightSection={current?.id === view.id ? <IconCheck size={14} /> : null}
                >
                  {view.name}
                </Menu.Item>
                <Allowed to={WRITE_RUNS}>
                  <ActionIcon
                    size="sm"
                    aria-label={`Delete view ${view.name}`}
                    onClick={() => {
                      setOpened(false);
                      setViewToDelete(view);
                    }}
                  >
                    <IconTrash size={14} />
                  </ActionIcon>
                </Allowed>
              </div>
            ))}
          </div>
          <Menu.Divider />
          <Allowed to={WRITE_RUNS}>
            <Menu.Item leftSection={<IconBookmark size={14} />} onClick={() => setSaving(true)}>
              Save view…
            </Menu.Item>
          </Allowed>
          <Menu.Item leftSection={<IconLink size={14} />} onClick={() => void copy()} closeMenuOnClick={false}>
            {copied ? "Copied" : "Copy link"}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {saving && <SaveDialog page={page} params={queryString(search)} onClose={() => setSaving(false)} />}
      {viewToDelete && (
        <ConfirmDialog
          danger
          title={`Delete view “${viewToDelete.name}”?`}
          message="The view is deleted for everyone in this workspace. The runs are kept."
          confirmLabel="Delete view"
          onConfirm={() => remove.mutate(viewToDelete.id)}
          onClose={() => setViewToDelete(null)}
        />
      )}
    </>
  );
}

export function queryString(search: Search): string {
  return writeSearch({ ...search, view: undefined }).slice(1);
}

function SaveDialog({ page, params, onClose }: { page: SavedView["page"]; params: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const views = useViews(useSlug()).data ?? [];
  const same = views.find((view) => view.page === page && view.name === name.trim());
  const save = useViewMutation(saveView, onClose);
  const replace = useViewMutation(replaceView, onClose);
  return (
    <FormDialog
      onClose={onClose}
      title="Save view"
      saving={same ? replace : save}
      ready={Boolean(name.trim())}
      submitLabel={same ? "Replace view" : "Save view"}
      onSubmit={() =>
        same ? replace.mutate({ view: same, params }) : save.mutate({ name: name.trim(), page, params })
      }
    >
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={100}
        size="sm"
      />
      <p className="dim">
        Everyone in this workspace can see the view. A time range such as “last 24 hours” stays relative.
      </p>
    </FormDialog>
  );
}
