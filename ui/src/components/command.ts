// Commands of the command line that pages show.

import { useSlug } from "../router";

/** Return a function that writes a `runwhy` command for this workspace. */
export function useCommand(): (args: string) => string {
  const slug = useSlug();
  return (args) => `runwhy ${slug === "default" ? "" : `--workspace ${slug} `}${args}`;
}
