import { createTheme, localStorageColorSchemeManager } from "@mantine/core";

export const colorSchemeManager = localStorageColorSchemeManager({ key: "runwhy.theme" });

const DIALOG = {
  content: { background: "var(--w-surface)", border: "1px solid var(--w-line-strong)" },
  header: { background: "var(--w-surface)" },
  title: { fontSize: "0.9375rem", fontWeight: 600 },
};

export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: { light: 7, dark: 6 },
  colors: {
    ink: ["#eef1fb", "#dbe1f5", "#b6c1ea", "#8f9fdf", "#6f83d6", "#7f93e0", "#4a60c4", "#31469e", "#283a85", "#1e2c68"],
    dark: [
      "#e6e7ea",
      "#b9bcc3",
      "#9b9fa8",
      "#777b85",
      "#43474f",
      "#30343b",
      "#24272d",
      "#1b1d22",
      "#15171b",
      "#0f1114",
    ],
  },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  defaultRadius: 6,
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: "xs", variant: "default", fw: 500 } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: "md" } },
    TextInput: { defaultProps: { size: "xs" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "xs", comboboxProps: { shadow: "md", zIndex: "var(--z-menu)" } } },
    Textarea: { defaultProps: { size: "sm" } },
    Checkbox: { defaultProps: { size: "xs" } },
    SegmentedControl: {
      defaultProps: { size: "xs", withItemsBorders: false },
      styles: { root: { background: "var(--w-raised)" }, label: { fontWeight: 500, padding: "3px 12px" } },
    },
    Menu: { defaultProps: { shadow: "md", position: "bottom-end", zIndex: "var(--z-menu)" } },
    Modal: {
      styles: DIALOG,
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { duration: 0 },
        zIndex: "var(--z-dialog)",
      },
    },
    Drawer: {
      styles: DIALOG,
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { duration: 0 },
        zIndex: "var(--z-dialog)",
      },
    },
    // Below its control and out of the way of the pointer: a hover text never covers the next control.
    Tooltip: {
      defaultProps: {
        openDelay: 600,
        position: "bottom",
        offset: 8,
        withArrow: false,
        fz: "xs",
        zIndex: "var(--z-tooltip)",
        styles: { tooltip: { pointerEvents: "none" } },
      },
    },
  },
});
