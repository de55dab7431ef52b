import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useViews } from "../api/queries";
import { FormDialog } from "../components/FormDialog";
import { joinQueries } from "../query/language";
import { readSearch, router, useSlug, writeSearch } from "../router";
import { queryString, replaceView, saveView, useViewMutation } from "../runs/SavedViews";
import type { OverviewState } from "./pageState";
import { MAX_PANELS, type Panel, panelParams, panelTitle, readPanels } from "./panels";

const NEW = "";

/** Save a chart as a panel of a new view, or add it to a view. The panel keeps the query of the page. */
export function SavePanelDialog({
  state,
  panel,
  onClose,
}: {
  state: OverviewState;
  panel: Panel;
  onClose: () => void;
}) {
  const slug = useSlug();
  const views = (useViews(slug).data ?? []).filter(({ page }) => page === "overview");
  const [id, setId] = useState<string>(NEW);
  const [name, setName] = useState("");
  const chosen = views.find((view) => view.id === id);
  const before = chosen ? readSearch(chosen.params) : {};
  const panels = [...readPanels(before), { ...panel, where: joinQueries(panel.where, state.q) }];
  const base = chosen ? before : { ...state.range, interval: state.interval === "auto" ? undefined : state.interval };
  const params = queryString({ ...base, ...panelParams(panels) });
  const done = () => {
    onClose();
    router.history.push(`/w/${slug}/overview${writeSearch(readSearch(params))}`);
  };
  const save = useViewMutation(saveView, done);
  const add = useViewMutation(replaceView, done);
  const full = panels.length > MAX_PANELS;
  return (
    <FormDialog
      onClose={onClose}
      title={`Save “${panelTitle(panel)}” as a panel`}
      saving={chosen ? add : save}
      ready={!full && Boolean(chosen ?? name.trim())}
      submitLabel="Save panel"
      onSubmit={() =>
        chosen ? add.mutate({ view: chosen, params }) : save.mutate({ name: name.trim(), page: "overview", params })
      }
    >
      <Select
        label="View"
        size="sm"
        data={[{ value: NEW, label: "New view" }, ...views.map((view) => ({ value: view.id, label: view.name }))]}
        value={id}
        onChange={(next) => setId(next ?? NEW)}
        allowDeselect={false}
        error={full ? `The view has ${MAX_PANELS} panels, the limit. Remove one first.` : undefined}
      />
      {!chosen && (
        <TextInput
          label="Name of the view"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={100}
          size="sm"
        />
      )}
      <p className="dim">Everyone in this workspace can see the view. Its time range stays relative.</p>
    </FormDialog>
  );
}
