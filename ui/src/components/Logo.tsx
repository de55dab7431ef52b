export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <path
        d="M9 26V7h8.500a5.600 5.600 0 0 1 0 11.200H9m8 0 6.500 7.800"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="9" cy="7" r="3" fill="var(--s-succeeded)" />
    </svg>
  );
}
