// The `openai` SDK for JavaScript. Prints one JSON object; the test compares it.
import OpenAI from "openai";
import { finish, goOn, stall } from "./pauses.mjs";

const [url, key, chat] = process.argv.slice(2);
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key });
const out = {};
const weather = {
  name: "weather",
  description: "The weather of a city.",
  parameters: { type: "object", properties: { city: { type: "string" } } },
};
const image = process.env.IMAGE;
const seen = (pieces, text) => {
  if (text) pieces.push(text);
  if (text) goOn();
};

// 1: chat
const made = await client.chat.completions.create({
  model: chat,
  messages: [{ role: "user", content: "Hi" }],
  metadata: { customer: "acme" },
  user: "u-7",
});
out.chat = made.choices[0].message.content;
out.run = made._request_id;
// 2: streaming
out.streamed = [];
const stream = await client.chat.completions.create({
  model: chat,
  messages: [{ role: "user", content: "Count" }],
  stream: true,
  stream_options: { include_usage: true },
});
for await (const chunk of stream) {
  if (chunk.choices[0]?.delta?.content) out.streamed.push(chunk.choices[0].delta.content);
  if (chunk.usage) out.usage = chunk.usage.total_tokens;
}
// 3 and 4: tools, run by the SDK
await stall();
const runner = client.chat.completions.runTools({
  model: chat,
  messages: [{ role: "user", content: "Weather?" }],
  stream: true,
  tools: [
    { type: "function", function: { ...weather, parse: JSON.parse, function: ({ city }) => `sunny in ${city}` } },
  ],
});
out.pieces = [];
runner.on("chunk", (chunk) => {
  for (const call of chunk.choices[0]?.delta?.tool_calls ?? []) {
    if (call.index === 0) seen(out.pieces, call.function?.arguments);
  }
});
out.tools = await runner.finalContent();
// 5: responses, streamed, with thinking
const response = client.responses.stream({ model: chat, input: "Two and two?", instructions: "Be brief." });
out.events = [];
for await (const event of response) out.events.push(event.type);
const final = await response.finalResponse();
out.response = final.output_text;
out.items = final.output.map((item) => item.type);
// 6 and 7: a conversation with a call
await stall();
const calling = client.responses.stream({
  model: chat,
  input: "Weather?",
  tools: [{ type: "function", strict: false, ...weather }],
});
out.responsePieces = [];
for await (const event of calling) {
  if (event.type === "response.function_call_arguments.delta" && event.output_index === 0)
    seen(out.responsePieces, event.delta);
}
const first = await calling.finalResponse();
const results = first.output
  .filter((item) => item.type === "function_call")
  .map((item) => ({ type: "function_call_output", call_id: item.call_id, output: "sunny" }));
const second = await client.responses.create({ model: chat, input: results, previous_response_id: first.id });
out.conversation = second.output_text;
// 8 and 9: structured output
const schema = {
  type: "object",
  properties: { n: { type: "integer" } },
  required: ["n"],
  additionalProperties: false,
};
const parsed = await client.chat.completions.parse({
  model: chat,
  messages: [{ role: "user", content: "n?" }],
  response_format: { type: "json_schema", json_schema: { name: "n", strict: true, schema } },
});
out.parsed = JSON.parse(parsed.choices[0].message.content);
const structured = await client.responses.parse({
  model: chat,
  input: "n?",
  text: { format: { type: "json_schema", name: "n", strict: true, schema } },
});
out.parsedResponse = JSON.parse(structured.output_text);
// 10: an image
await client.chat.completions.create({
  model: chat,
  messages: [
    { role: "user", content: [{ type: "text", text: "What?" }, { type: "image_url", image_url: { url: image } }] },
  ],
});
// 11: not stored
const unstored = await client.responses.create({ model: chat, input: "Secret", store: false });
out.unstored = unstored._request_id;
// background, without a model
let background = await client.responses.create({ model: "echo", input: "Work", background: true });
out.background = background.status;
while (["queued", "in_progress"].includes(background.status)) {
  for await (const _ of await client.responses.retrieve(background.id, { stream: true }));
  background = await client.responses.retrieve(background.id);
}
out.done = background.status;
const waiting = await client.responses.create({ model: "echo", input: "[[sleep 60]]", background: true });
out.cancelled = (await client.responses.cancel(waiting.id)).status;
// errors
out.errors = [];
for (const body of [
  { model: "gpt-9", messages: [{ role: "user", content: "Hi" }] },
  { model: "echo", messages: [{ role: "user", content: "[[fail rate_limit]]" }] },
  { model: "echo", messages: [{ role: "user", content: "Hi" }], modalities: ["text", "audio"] },
]) {
  try {
    await client.chat.completions.create(body);
  } catch (error) {
    out.errors.push([error.constructor.name, error.status, error.code]);
  }
}
out.models = [];
for await (const model of client.models.list()) out.models.push(model.id);
finish(out);
