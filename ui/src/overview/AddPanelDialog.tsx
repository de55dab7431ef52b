import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useKeys } from "../api/queries";
import { FormDialog } from "../components/FormDialog";
import { GROUP_FIELDS, keyText } from "../query/language";
import { rangeQuery } from "../query/range";
import { useSlug } from "../router";
import { MEASURES, TEXTS } from "./measures";
import type { OverviewState } from "./pageState";
import { MAX_PANELS, type Panel, panelTitle } from "./panels";

const CHOICES: Panel["measure"][] = [...MEASURES, "duration"];

/** Add a panel to the page. Save the view to keep it. */
export function AddPanelDialog({ state, onClose }: { state: OverviewState; onClose: () => void }) {
  const keys = useKeys(useSlug(), rangeQuery(state.range)).data ?? [];
  const [panel, setPanel] = useState<Panel>({ measure: "cost", by: null, where: "" });
  const full = state.panels.length >= MAX_PANELS;
  return (
    <FormDialog
      onClose={onClose}
      title="Add panel"
      saving={{ error: full ? new Error(`A view has at most ${MAX_PANELS} panels.`) : null, isPending: false }}
      ready={!full}
      submitLabel="Add panel"
      onSubmit={() => {
        state.setPanels([...state.panels, panel]);
        onClose();
      }}
    >
      <Select
        label="Measure"
        size="sm"
        data={CHOICES.map((one) => ({
          value: one,
          label: one === "duration" ? panelTitle({ ...panel, measure: one, by: null }) : TEXTS[one].label,
        }))}
        value={panel.measure}
        onChange={(measure) => measure && setPanel({ ...panel, measure: measure as Panel["measure"] })}
        allowDeselect={false}
      />
      <Select
        label="Group by"
        size="sm"
        placeholder="No grouping"
        data={[
          { group: "Fields", items: GROUP_FIELDS },
          { group: "Tags", items: keys.map(({ key }) => keyText(key)) },
        ]}
        value={panel.by}
        onChange={(by) => setPanel({ ...panel, by })}
        clearable
        searchable
        disabled={panel.measure === "duration"}
      />
      <TextInput
        label="Query"
        size="sm"
        placeholder="customer:acme status:failed"
        value={panel.where}
        onChange={(event) => setPanel({ ...panel, where: event.target.value.trim() ? event.target.value : "" })}
      />
    </FormDialog>
  );
}
