import { Button } from "@mantine/core";

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  children: string;
}

/** A button below a list that has more pages. */
export function LoadMore({ query, children }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button mt="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {children}
    </Button>
  );
}
