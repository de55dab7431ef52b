import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect } from "react";
import { setBack, useLost } from "../api/connection";
import { queryClient } from "../api/queries";
import css from "./shell.module.css";

const ASK_EVERY = 1500;

/** Says that the server is gone, and goes on by itself once it is back. */
export function Banner() {
  const lost = useLost();
  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => void ask(), ASK_EVERY);
    return () => clearInterval(timer);
  }, [lost]);
  if (!lost) return null;
  return (
    <div role="alert" className={css.banner}>
      <IconPlugConnectedX size={16} stroke={1.7} aria-hidden />
      <span>
        The server does not answer. Trying again… <span className={css.bannerMore}>What you see is from before.</span>
      </span>
    </div>
  );
}

async function ask(): Promise<void> {
  try {
    const response = await fetch("/healthz");
    if (!response.ok) return;
  } catch {
    return;
  }
  setBack();
  await queryClient.invalidateQueries();
}
