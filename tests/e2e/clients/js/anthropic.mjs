// The Anthropic SDK for JavaScript. Prints one JSON object; the test compares it.
import Anthropic from "@anthropic-ai/sdk";
import { finish, goOn, stall } from "./pauses.mjs";

const [url, key, model] = process.argv.slice(2);
const client = new Anthropic({ baseURL: url, apiKey: key });
const out = {};
const tools = [
  {
    name: "weather",
    description: "The weather of a city.",
    input_schema: { type: "object", properties: { city: { type: "string" } } },
  },
];

// 1: a message
const made = await client.messages.create(
  {
    model,
    max_tokens: 100,
    system: "Be brief.",
    messages: [{ role: "user", content: "Hi" }],
    metadata: { user_id: "u-7" },
  },
  { headers: { "X-Runwhy-Metadata": JSON.stringify({ customer: "acme" }) } },
);
out.message = made.content[0].text;
out.run = made._request_id;
out.cached = made.usage.cache_read_input_tokens;
// models, without a run
out.models = [];
for await (const one of client.models.list({ limit: 1 })) out.models.push(one.id);
const echo = await client.models.retrieve("echo");
out.model = [echo.id, echo.type];
// 2: streaming
out.streamed = [];
const stream = client.messages
  .stream({ model, max_tokens: 100, messages: [{ role: "user", content: "Count" }] })
  .on("text", (text) => out.streamed.push(text));
await stream.finalMessage();
// 3 and 4: tools with thinking
const messages = [{ role: "user", content: "Weather?" }];
const thinking = { type: "enabled", budget_tokens: 2000 };
out.pieces = [];
await stall();
const calling = client.messages.stream({ model, max_tokens: 9000, messages, tools, thinking });
for await (const event of calling) {
  if (event.type !== "content_block_delta" || event.delta.type !== "input_json_delta") continue;
  if (event.index === 2) out.pieces.push(event.delta.partial_json);
  goOn();
}
const first = await calling.finalMessage();
out.blocks = first.content.map((block) => block.type);
out.stop = first.stop_reason;
messages.push({ role: "assistant", content: first.content });
messages.push({
  role: "user",
  content: first.content
    .filter((block) => block.type === "tool_use")
    .map((block) => ({ type: "tool_result", tool_use_id: block.id, content: `sunny in ${block.input.city}` })),
});
const second = await client.messages.create({ model, max_tokens: 9000, messages, tools, thinking });
out.tools = second.content[0].text;
// 5: an image
await client.messages.create({
  model,
  max_tokens: 100,
  messages: [
    {
      role: "user",
      content: [
        { type: "image", source: { type: "base64", media_type: "image/png", data: process.env.PIXEL } },
        { type: "text", text: "What?" },
      ],
    },
  ],
});
// 6: structured output
const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false };
const structured = await client.messages.create({
  model: process.env.CHAT,
  max_tokens: 100,
  messages: [{ role: "user", content: "n?" }],
  output_config: { format: { type: "json_schema", schema } },
});
out.parsed = JSON.parse(structured.content[0].text);
// errors
out.errors = [];
for (const body of [
  { model: "claude-9", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] },
  { model: "echo", max_tokens: 9, messages: [{ role: "user", content: "[[fail overloaded]]" }] },
  { model: "echo", max_tokens: 9, messages: [{ role: "user", content: "Hi" }], mcp_servers: [] },
]) {
  try {
    await client.messages.create(body);
  } catch (error) {
    out.errors.push([error.constructor.name, error.status, error.error?.error?.type]);
  }
}
finish(out);
