import { useMediaQuery } from "@mantine/hooks";

/** Whether the window has the width of a phone. */
export function useNarrowScreen(): boolean {
  return useMediaQuery("(max-width: 720px)", undefined, { getInitialValueInEffect: false });
}
