// The models that runs can use: price, context window, and whether their provider can be reached.

import { Button } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { request, workspacePath } from "../api/client";
import { load } from "../api/load";
import { mutationHook } from "../api/mutations";
import { CHECK_MODELS } from "../api/permissions";
import { useAllowed, useModels } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Model, ProviderState, ProviderStates } from "../api/types";
import { EmptyState } from "../components/EmptyState";
import { FindField } from "../components/FindField";
import { ErrorMessage } from "../components/ErrorState";
import { QueryState } from "../components/QueryState";
import { Table } from "../components/Table";
import { RelativeTime } from "../components/Time";
import { useDocumentTitle } from "../components/documentTitle";
import { dollars } from "../labels/cost";
import { count, plural } from "../labels/format";
import { useSlug } from "../router";
import { reachability, type Reachability } from "./labels";
import css from "./models.module.css";

const check = (slug: string) =>
  request<ProviderStates>(workspacePath(slug, "/models/check"), { method: "POST", body: {} });
const useCheck = mutationHook(queryKeys.providers);

export function ModelsPage() {
  const slug = useSlug();
  const result = useModels(slug);
  const canCheck = useAllowed(CHECK_MODELS);
  const providers = useQuery({
    queryKey: queryKeys.providers(slug),
    queryFn: async (context) => (await load<ProviderStates>(slug, "/models/providers")(context)).providers,
    enabled: canCheck,
  });
  const checking = useCheck<void, ProviderStates>(check);
  const [find, setFind] = useState("");
  useDocumentTitle("Models");
  const states = new Map(providers.data?.map((state) => [state.name, state]));
  const words = find.toLowerCase();
  const models = (result.data?.models ?? []).filter(({ id, label }) => `${id} ${label}`.toLowerCase().includes(words));
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Models</h1>
        <span className="dim num" role="status">
          {result.data ? plural(result.data.models.length, "model") : ""}
        </span>
        <FindField label="Find a model" value={find} onChange={setFind} />
        {canCheck && (
          <Button
            variant="filled"
            leftSection={<IconPlugConnected size={14} />}
            loading={checking.isPending}
            onClick={() => checking.mutate()}
          >
            Check providers
          </Button>
        )}
      </div>
      <ErrorMessage error={checking.error} />
      {providers.data && <Providers states={providers.data} />}
      {(!result.data || providers.isLoading) && <QueryState query={result} rows={6} />}
      {result.data && !models.length && <EmptyState title="No models match" />}
      {models.length > 0 && !providers.isLoading && (
        <Table
          label="Models"
          plain
          stacks
          className={css.table}
          columns={["Model", "Reachable", "Context window", "Input", "Output", "Cache read"]}
        >
          {models.map((model) => (
            <Row
              key={model.id}
              model={model}
              isDefault={model.id === result.data?.defaultModelId}
              state={states.get(model.provider)}
            />
          ))}
        </Table>
      )}
      {models.length > 0 && <p className="dim">Prices are in USD per million tokens.</p>}
    </div>
  );
}

function Providers({ states }: { states: ProviderState[] }) {
  return (
    <ul className={`panel list ${css.providers}`} aria-label="Providers">
      {states.map((state) => {
        const shown = reachability(state, null);
        return (
          <li key={state.name}>
            <b>{state.name}</b>
            <Mark shown={shown} />
            <span className="dim">
              {state.reason}
              {state.checkedAt && (
                <>
                  {state.reason && " · "}checked <RelativeTime iso={state.checkedAt} />
                  {state.milliseconds !== null && state.status === "reachable" && ` in ${count(state.milliseconds)} ms`}
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Mark({ shown }: { shown: Reachability }) {
  return (
    <span className={css.mark} data-tone={shown.tone} title={shown.reason}>
      <i aria-hidden>{shown.tone === "good" ? "●" : shown.tone === "bad" ? "✕" : "○"}</i> {shown.label}
    </span>
  );
}

function Row({ model, isDefault, state }: { model: Model; isDefault: boolean; state: ProviderState | undefined }) {
  const { pricing, contextWindowTokens: tokens } = model;
  return (
    <tr>
      <th scope="row" className={css.model}>
        <span className="mono">{model.id}</span>
        {isDefault && <span className={css.default}>default</span>}
        <span className="dim">{model.label}</span>
      </th>
      <td>
        <Mark shown={reachability(state, model)} />
      </td>
      <td className="num">{tokens === null ? <span className="dim">unknown</span> : count(tokens)}</td>
      <Price value={pricing?.inputPer1MUsd} />
      <Price value={pricing?.outputPer1MUsd} />
      <Price value={pricing?.cacheReadPer1MUsd} />
    </tr>
  );
}

function Price({ value }: { value: number | null | undefined }) {
  return (
    <td className="num">
      {value === null || value === undefined ? <span className="dim">unknown</span> : dollars(value)}
    </td>
  );
}
