import { ToCopy } from "../parts/ShownOnce";
import { useSlug } from "../router";
import css from "./data.module.css";

/** The commands that write a workspace to a file, and take it in elsewhere. */
export function Export() {
  const slug = useSlug();
  const named = slug === "default" ? "" : `--workspace ${slug} `;
  return (
    <div className={`panel ${css.export}`}>
      <p>On the machine of the server, while it runs: everything of this workspace as it is at that moment, in one compressed file.</p>
      <ToCopy what="command of the export" text={`runwhy ${named}workspaces export ${slug}.runwhy.gz`} />
      <p>Into another database, SQLite or PostgreSQL, that no server has open. It goes on where it was when it is interrupted, and compares in the end.</p>
      <ToCopy what="command of the import" text={`runwhy workspaces import ${slug}.runwhy.gz --db postgresql://localhost/runwhy`} />
      <p className="dim">Keys come along as hashes; secrets of webhooks only with <code className="mono">--with-secrets</code>. The file holds all that was said: keep it as safe as the database.</p>
    </div>
  );
}
