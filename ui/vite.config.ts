import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env.RUNWHY_URL ?? "http://127.0.0.1:7420";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../src/runwhy/server/dashboard",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows fonts only from files
    target: "es2022",
    license: { fileName: "licenses.md" },
    manifest: "manifest.json", // read and removed by scripts/sizes.mjs
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Code that many pages share is one file. The editor, the charts and the terminal load on demand.
            {
              name: "vendor",
              test: /node_modules\/(?!@codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt|uplot|@xterm|marked)/,
            },
            {
              name: "shared",
              test: /src\/(api|components\/(?!TimeChart|timeChart)|labels|query|shell\/(?!KeyboardHelp)|router|theme)/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": { target: server, changeOrigin: true }, "/healthz": server },
  },
});
