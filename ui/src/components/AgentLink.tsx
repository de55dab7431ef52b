import { Link } from "@tanstack/react-router";
import { READ_AGENTS } from "../api/permissions";
import { useAgentNames, useAllowed } from "../api/queries";
import { shortId } from "../labels/format";
import { useSlug } from "../router";

/** The name of an agent, as a link for callers that can read agents. */
export function AgentLink({ id }: { id: string }) {
  const slug = useSlug();
  const canRead = useAllowed(READ_AGENTS);
  const name = useAgentNames(canRead)[id] ?? shortId(id);
  if (!canRead) return name;
  return (
    <Link className="link" to="/w/$slug/agents/$agentId" params={{ slug, agentId: id }}>
      {name}
    </Link>
  );
}
