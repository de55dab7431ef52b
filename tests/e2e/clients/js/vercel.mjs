// Vercel's `ai` with its OpenAI provider. Prints one JSON object; the test compares it.
import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, generateObject, generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import { finish, goOn, stall } from "./pauses.mjs";

const [url, key, chat] = process.argv.slice(2);
const openai = createOpenAI({
  baseURL: `${url}/v1`,
  apiKey: key,
  headers: { "X-Runwhy-Metadata": JSON.stringify({ customer: "acme" }) },
});
const out = {};
const tools = {
  weather: tool({
    description: "The weather of a city.",
    inputSchema: jsonSchema({ type: "object", properties: { city: { type: "string" } } }),
    execute: async ({ city }) => `sunny in ${city}`,
  }),
};
const schema = jsonSchema({
  type: "object",
  properties: { n: { type: "integer" } },
  required: ["n"],
  additionalProperties: false,
});
for (const [name, model] of [["chat", openai.chat(chat)], ["responses", openai.responses(chat)]]) {
  const got = (out[name] = {});
  // 1
  got.text = (await generateText({ model, prompt: "Hi" })).text;
  // 2
  const streamed = streamText({ model, prompt: "Count" });
  got.streamed = [];
  for await (const text of streamed.textStream) got.streamed.push(text);
  // 3 and 4
  got.tools = (await generateText({ model, prompt: "Weather?", tools, stopWhen: stepCountIs(3) })).text;
  // 5 and 6
  await stall();
  const stream = streamText({ model, prompt: "Weather?", tools, stopWhen: stepCountIs(3) });
  got.pieces = [];
  for await (const part of stream.fullStream) {
    if (part.type !== "tool-input-delta") continue;
    got.pieces.push([part.id, part.delta]);
    goOn();
  }
  got.streamedTools = await stream.text;
  // 7
  got.object = (await generateObject({ model, schema, prompt: "n?" })).object;
  // 8
  await generateText({
    model,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What?" },
          { type: "image", image: process.env.PIXEL, mediaType: "image/png" },
        ],
      },
    ],
  });
}
const responses = openai.responses(chat);
// 9: thinking
const thought = await generateText({ model: responses, prompt: "Think" });
out.reasoning = thought.reasoningText;
// 10: a conversation by id
const id = thought.providerMetadata.openai.responseId;
const next = await generateText({
  model: responses,
  prompt: "And?",
  providerOptions: { openai: { previousResponseId: id } },
});
out.conversation = next.text;
// 11: not stored
await generateText({ model: responses, prompt: "Secret", providerOptions: { openai: { store: false } } });
out.errors = [];
for (const model of [openai.chat("gpt-9"), openai.responses("gpt-9")]) {
  try {
    await generateText({ model, prompt: "Hi", maxRetries: 0 });
  } catch (error) {
    out.errors.push([APICallError.isInstance(error), error.statusCode]);
  }
}
finish(out);
