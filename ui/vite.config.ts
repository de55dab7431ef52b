import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env.RUNWHY_URL ?? "http://127.0.0.1:7420";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../src/runwhy/server/dashboard",
    emptyOutDir: true,
    assetsInlineLimit: 0, // fonts come from files: the page allows no others
    target: "es2022",
    license: { fileName: "licenses.md" },
    manifest: "manifest.json", // read and removed by scripts/sizes.mjs
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What many pages share comes in one file; the editor, the plots and the terminal come when they are needed.
            { name: "vendor", test: /node_modules\/(?!@codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt|uplot|@xterm|marked)/ },
            { name: "shared", test: /src\/(api|parts\/(?!Bars|bars)|words|shell|router|theme)/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": { target: server, changeOrigin: true }, "/healthz": server },
  },
});
