import { useCommand } from "../components/command";
import { CopyableText } from "../components/CopyableText";
import { useSlug } from "../router";
import css from "./data.module.css";

/** The commands that export a workspace and import it into another database. */
export function ExportCommands() {
  const slug = useSlug();
  const command = useCommand();
  return (
    <div className={`panel ${css.export}`}>
      <p>
        Run this on the server. It writes a snapshot of the workspace to one compressed file. The server can keep
        running.
      </p>
      <CopyableText label="export command" text={command(`workspaces export ${slug}.runwhy.gz`)} />
      <p>
        Import the file into a SQLite or PostgreSQL database that no server is using. An interrupted import resumes
        where it stopped, and the result is verified.
      </p>
      <CopyableText
        label="import command"
        text={`runwhy workspaces import ${slug}.runwhy.gz --db postgresql://localhost/runwhy`}
      />
      <p className="dim">
        API keys are exported as hashes. Webhook secrets are exported only with{" "}
        <code className="mono">--with-secrets</code>. The file contains all prompts and answers: protect it like the
        database.
      </p>
    </div>
  );
}
