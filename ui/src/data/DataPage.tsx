// Data: how long what is kept, what is erased and was, and how to take everything along. Only for admins.

import { Failed } from "../parts/States";
import { useTitle } from "../parts/title";
import { useAddress } from "../router";
import { SettingsPage } from "../settings/SettingsPages";
import { useRules } from "./asking";
import { Erase } from "./Erase";
import { Export } from "./Export";
import { ReceiptDialog } from "./Receipt";
import { Receipts } from "./Receipts";
import { Rules } from "./Rules";
import { Section } from "./Section";

export function DataPage() {
  const [search, change] = useAddress();
  const rules = useRules();
  useTitle("Data");
  const refused = rules.error && !rules.data;
  return (
    <SettingsPage>
      <h1 className="sr-only">Data</h1>
      {refused && <Failed error={rules.error} retry={() => void rules.refetch()} />}
      {!refused && (
        <>
          <Rules />
          <Section title="Erase now" says="Whatever finds runs erases them. Nothing happens before you have seen what would go."><Erase /></Section>
          <Section title="Receipts" says="What was erased, when and by whom, and what is being erased now. Receipts are kept."><Receipts /></Section>
          <Section title="Take everything along" says="A workspace fits into one file, and from there into another server's database."><Export /></Section>
        </>
      )}
      {search.erasure && <ReceiptDialog id={search.erasure} onClose={() => change({ erasure: undefined })} />}
    </SettingsPage>
  );
}
