// Retention rules, erasures, and export of a workspace. For admins.

import { ErrorState } from "../components/ErrorState";
import { useDocumentTitle } from "../components/documentTitle";
import { useSearchParams } from "../router";
import { useRules } from "./api";
import { EraseForm } from "./EraseForm";
import { ExportCommands } from "./ExportCommands";
import { ReceiptDialog } from "./ReceiptDialog";
import { ReceiptTable } from "./ReceiptTable";
import { RetentionRules } from "./RetentionRules";
import { Section } from "./Section";

export function DataPage() {
  const [search, change] = useSearchParams();
  const rules = useRules();
  useDocumentTitle("Data");
  const refused = rules.error && !rules.data;
  return (
    <div className="page">
      <h1 className="sr-only">Data</h1>
      {refused && <ErrorState error={rules.error} retry={() => void rules.refetch()} />}
      {!refused && (
        <>
          <RetentionRules />
          <Section
            title="Erase data"
            description="Erase the runs that match a query. You see what will be erased before you confirm."
          >
            <EraseForm />
          </Section>
          <Section
            title="Receipts"
            description="Records of all erasures, including those in progress. Receipts are never erased."
          >
            <ReceiptTable />
          </Section>
          <Section title="Export and import" description="Move a workspace to another database as one file.">
            <ExportCommands />
          </Section>
        </>
      )}
      {search.erasure && <ReceiptDialog id={search.erasure} onClose={() => change({ erasure: undefined })} />}
    </div>
  );
}
