import { ErrorState } from "./ErrorState";
import { LoadingRows } from "./LoadingRows";

interface QueryStateProps {
  query: { error: unknown; refetch: () => unknown };
  rows?: number;
  height?: number;
}

/** Shown in place of data that has not loaded: the error, or placeholders. */
export function QueryState({ query, rows, height }: QueryStateProps) {
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  return <LoadingRows rows={rows} height={height} />;
}

/** The same for a whole page. */
export function PageState({ query, rows = 6, height }: QueryStateProps) {
  return (
    <div className="page">
      <QueryState query={query} rows={rows} height={height} />
    </div>
  );
}
