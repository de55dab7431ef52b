// API of budgets.

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { INTERVALS } from "../api/intervals";
import { load, loadPages } from "../api/load";
import { mutationHook } from "../api/mutations";
import { useLive } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Budget, BudgetAction, BudgetList, BudgetNoticeList, BudgetPeriodList, BudgetPreview } from "../api/types";
import { useSlug } from "../router";

export type Measure = Budget["measure"];
export type Period = Budget["period"];

export interface BudgetBody {
  name: string;
  query: string;
  measure: Measure;
  period: Period;
  timezone: string;
  limit: number;
  actions: BudgetAction[];
}

export type BudgetChange = Partial<Pick<BudgetBody, "name" | "limit" | "actions">> & { enabled?: boolean };

export function useBudgets() {
  const slug = useSlug();
  const live = useLive(INTERVALS.budgets, 1000);
  return useQuery({
    ...live,
    queryKey: queryKeys.budgetList(slug),
    queryFn: async (context) => (await load<BudgetList>(slug, "/budgets")(context)).budgets,
  });
}

export function useBudget(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.budgets, 1000);
  return useQuery({
    ...live,
    queryKey: queryKeys.budget(slug, id),
    queryFn: load<Budget>(slug, `/budgets/${id}`),
  });
}

export function usePeriods(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.budgets, 1000);
  return useQuery({
    ...live,
    queryKey: queryKeys.budgetPeriods(slug, id),
    queryFn: async (context) => (await load<BudgetPeriodList>(slug, `/budgets/${id}/periods`)(context)).periods,
  });
}

export function useNotices(id: string) {
  const slug = useSlug();
  const live = useLive(INTERVALS.budgets, 1000);
  return useInfiniteQuery({
    ...live,
    queryKey: queryKeys.budgetNotices(slug, id),
    ...loadPages<BudgetNoticeList>(slug, `/budgets/${id}/notices`, { limit: 20 }),
  });
}

/** Load the simulation of a budget in the last 30 days. */
export function usePreview(body: BudgetBody | null) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.budgetPreview(slug, JSON.stringify(body)),
    queryFn: ({ signal }) =>
      request<BudgetPreview>(workspacePath(slug, "/budgets/preview"), { method: "POST", body, signal }),
    enabled: body !== null,
    staleTime: 60_000,
    retry: false,
  });
}

export const useBudgetMutation = mutationHook(queryKeys.budgets);

export const addBudget = (slug: string, body: BudgetBody) =>
  request<Budget>(workspacePath(slug, "/budgets"), { method: "POST", body });
export const changeBudget = (slug: string, { id, body }: { id: string; body: BudgetChange }) =>
  request<Budget>(workspacePath(slug, `/budgets/${id}`), { method: "PATCH", body });
export const removeBudget = (slug: string, id: string) =>
  request(workspacePath(slug, `/budgets/${id}`), { method: "DELETE" });
