import { useMediaQuery } from "@mantine/hooks";

/** Whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useMediaQuery("(max-width: 720px)", undefined, { getInitialValueInEffect: false });
}
