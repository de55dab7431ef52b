// The terminal palette for the light and the dark theme.

export const COLORS = {
  light: {
    background: "#ffffff", foreground: "#1b1c1f", cursor: "#31469e", selectionBackground: "#cfd8f7",
    black: "#1b1c1f", red: "#b3263c", green: "#1f7350", yellow: "#8a5a00", blue: "#31469e", magenta: "#8a3b74", cyan: "#1c6e83", white: "#5d6068",
    brightBlack: "#686b73", brightRed: "#c8354c", brightGreen: "#2a7d5a", brightYellow: "#946300", brightBlue: "#4459b8", brightMagenta: "#a8527f", brightCyan: "#277a90", brightWhite: "#1b1c1f",
  },
  dark: {
    background: "#15171b", foreground: "#e6e7ea", cursor: "#93a5ee", selectionBackground: "#30406f",
    black: "#43474f", red: "#ef6a7c", green: "#4fb98b", yellow: "#dca54c", blue: "#93a5ee", magenta: "#d08cc0", cyan: "#6cc3d5", white: "#b9bcc3",
    brightBlack: "#8d919b", brightRed: "#ff8f9d", brightGreen: "#79d4ad", brightYellow: "#f0c478", brightBlue: "#b4c1f6", brightMagenta: "#e4addb", brightCyan: "#95dbe8", brightWhite: "#ffffff",
  },
};
