// What every JavaScript runtime must do: run an agent, answer a tool, stream, find the run, report an error.

/** Return what was seen, as text. */
export async function smoke({ Client, tool, InvalidRequestError }, options = {}) {
  const client = new Client(options);
  const add = tool({ name: "add", run: ({ a, b }) => a + b });
  const session = await client.createSession({ systemPrompt: "Hi", tools: [add], metadata: { runtime: "any" } });
  let streamed = "";
  const result = await session.send('[[tool add {"a": 20, "b": 22}]]', { onDelta: (text) => (streamed += text) });
  const found = await client.listRuns("runtime:any", { limit: 1 });
  const error = await client.startRun("Hi", { metadata: { runtime: 1 } }).catch((failure) => failure);
  return [
    result.text.includes("tool add returned: 42") ? "tool" : result.text,
    streamed.includes(result.text) ? "stream" : streamed,
    found.runs[0].id === result.runId ? "query" : JSON.stringify(found),
    error instanceof InvalidRequestError ? "error" : String(error),
  ].join(" ");
}

if (globalThis.process?.argv?.[1]?.endsWith("smoke.mjs")) {
  console.log(await smoke(await import("../dist/index.js"), { baseUrl: process.argv[2] }));
}
