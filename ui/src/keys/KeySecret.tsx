import type { NewKey } from "../api/types";
import { SecretDialog } from "../components/SecretDialog";

/** The secret of a new or rotated key, and where to sign in with it. */
export function KeySecret({ made, onClose }: { made: NewKey; onClose: () => void }) {
  return (
    <SecretDialog
      title={`Secret of key “${made.name}”`}
      message="Copy the key now. Only its hash is stored, so it cannot be shown again. It also signs in to the dashboard at the address below."
      values={[
        { label: "key", text: made.secret ?? "" },
        { label: "address", text: `${window.location.origin}/signin` },
      ]}
      onClose={onClose}
    />
  );
}
