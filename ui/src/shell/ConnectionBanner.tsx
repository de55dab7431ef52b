import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect } from "react";
import { setOnline, useOffline } from "../api/connection";
import { INTERVALS } from "../api/intervals";
import { queryClient } from "../api/queries";
import css from "./shell.module.css";

/** Shown while the server cannot be reached. */
export function ConnectionBanner() {
  const offline = useOffline();
  useEffect(() => {
    if (!offline) return;
    const timer = setInterval(() => void checkHealth(), INTERVALS.health);
    return () => clearInterval(timer);
  }, [offline]);
  if (!offline) return null;
  return (
    <div role="alert" className={css.banner}>
      <IconPlugConnectedX size={16} stroke={1.7} aria-hidden />
      <span>
        Cannot reach the server. Retrying… <span className={css.bannerMore}>The data shown may be out of date.</span>
      </span>
    </div>
  );
}

async function checkHealth(): Promise<void> {
  try {
    const response = await fetch("/healthz");
    if (!response.ok) return;
  } catch {
    return;
  }
  setOnline();
  await queryClient.invalidateQueries();
}
