// Runs, sessions, tools, queries and triggers on a real server at RUNWHY_URL.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, InvalidRequestError, NotFoundError, RunCancelled, RunFailed, tool } from "../dist/index.js";

const client = new Client();
const unique = (name) => `${name}-${crypto.randomUUID()}`;

const weather = tool({
  name: "weather",
  description: "The weather in a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  run: ({ city }) => `Sunny in ${city}.`,
});

test("a run streams its answer and returns text, tags and tokens", async () => {
  let streamed = "";
  const options = { systemPrompt: "You are brief.", metadata: { customer: "acme" } };
  const result = await client.runAgent("Hello", { ...options, onDelta: (text) => (streamed += text) });
  assert.match(result.text, /task: Hello/);
  assert.equal(streamed, result.text);
  assert.deepEqual(result.metadata, { customer: "acme" });
  assert.ok(result.tokens.inputTokens > 0);
  const run = await client.getRun(result.runId);
  assert.equal(run.status, "succeeded");
  assert.equal(run.origin.trigger, "api");
});

test("a tool runs in this process, and its errors reach the model", async () => {
  const session = await client.createSession({ systemPrompt: "You are brief.", tools: [weather] });
  const answer = await session.send('How is Berlin? [[tool weather {"city": "Berlin"}]]');
  assert.match(answer.text, /tool weather returned: Sunny in Berlin\./);
  const broken = tool({
    name: "broken",
    run: () => {
      throw new RangeError("no such city");
    },
  });
  const failed = await client.runAgent("[[tool broken {}]]", { systemPrompt: "Hi", tools: [broken] });
  assert.match(failed.text, /RangeError: no such city/);
});

test("a tool that nobody has is answered with an error, so that the run does not wait", async () => {
  const session = await client.createSession({ systemPrompt: "Hi", tools: [weather] });
  const elsewhere = client.session(session.id); // does not have the tool
  const result = await elsewhere.send('[[tool weather {"city": "Rome"}]]');
  assert.match(result.text, /this client has no handler for tool weather/);
});

test("another client can answer the tools of a run", async () => {
  const named = { kind: "local", name: "weather", parameters: { type: "object" } };
  const accepted = await client.startRun('[[tool weather {"city": "Rome"}]]', { systemPrompt: "Hi", tools: [named] });
  const result = await client.wait(accepted.runId, { tools: [weather] });
  assert.match(result.text, /Sunny in Rome/);
});

test("a session keeps its history, its tags and its messages in order", async () => {
  const session = await client.createSession({ systemPrompt: "Hi", metadata: { customer: "acme" } });
  await session.send("one");
  const answer = await client.session(session.id).send("two", { metadata: { customer: null, env: "prod" } });
  assert.deepEqual(answer.metadata, { env: "prod" });
  const said = [];
  for await (const message of session.history()) if (message.role === "user") said.push(message.content);
  assert.deepEqual(said, ["one", "two"]);
  const changed = await session.update({ metadata: { customer: "globex" } });
  assert.deepEqual(changed.metadata, { customer: "globex" });
  await session.end();
  await assert.rejects(session.send("three"), { code: "session_ended" });
});

test("a stream can be left and followed later, from the next event on", async () => {
  const seen = [];
  const { runId: id } = await client.startRun("Hello", { systemPrompt: "Hi" });
  for await (const event of client.follow(id)) {
    seen.push(event.seq);
    if (seen.length === 2) break;
  }
  for await (const event of client.follow(id, { after: seen.at(-1) })) seen.push(event.seq);
  assert.deepEqual(
    seen,
    seen.map((_, at) => at + 1),
  );
});

test("a failed and a cancelled run are errors with details", async () => {
  const failed = await client.runAgent("[[fail overloaded]]", { systemPrompt: "Hi" }).catch((error) => error);
  assert.ok(failed instanceof RunFailed, String(failed));
  assert.ok(failed.details.errorClass);
  const { runId } = await client.startRun("[[tool weather {}]]", {
    systemPrompt: "Hi",
    tools: [{ kind: "local", name: "weather" }],
  });
  await client.cancelRun(runId);
  await assert.rejects(client.wait(runId), RunCancelled);
});

test("runs are found by tags, counted and measured", async () => {
  const batch = unique("batch");
  for (const env of ["prod", "prod", "test"])
    await client.runAgent("Hi", { systemPrompt: "Hi", metadata: { batch, env } });
  const page = await client.listRuns(`batch:${batch}`, { metadata: { env: "prod" }, limit: 1 });
  assert.equal(page.runs.length, 1);
  const all = [];
  for await (const run of client.iterRuns(`batch:${batch}`)) all.push(run.metadata.env);
  assert.deepEqual(all, ["test", "prod", "prod"]);
  const { groups } = await client.aggregate(`batch:${batch}`, { measure: ["count", "tokens"], by: "env" });
  assert.deepEqual(groups.map(({ key, values }) => [key, values.count]).sort(), [
    [["prod"], 2],
    [["test"], 1],
  ]);
  const facet = await client.facet("env", `batch:${batch}`);
  assert.deepEqual(facet.values, [
    { value: "prod", count: 2 },
    { value: "test", count: 1 },
  ]);
});

test("a rerun names its original", async () => {
  const { runId } = await client.runAgent("Hello", { systemPrompt: "Hi" });
  const again = await client.rerun(runId, "Hello again");
  await client.wait(again.runId);
  assert.equal((await client.getRun(again.runId)).origin.rerunOf, runId);
});

test("a schedule is created, fired, changed and deleted", async () => {
  const name = unique("nightly");
  const spec = { systemPrompt: "Hi" };
  await client.createTrigger({ kind: "cron", name, schedule: "0 2 * * *", prompt: "Summarize.", spec });
  const { runId } = await client.fireTrigger(name);
  await client.wait(runId);
  assert.equal((await client.getRun(runId)).origin.triggerName, name);
  assert.equal((await client.updateTrigger(name, { enabled: false })).enabled, false);
  assert.ok((await client.listTriggers()).some((trigger) => trigger.name === name));
  await client.deleteTrigger(name);
  await assert.rejects(client.getTrigger(name), NotFoundError);
});

test("every broken rule is reported with its field and limit", async () => {
  const metadata = { env: "x".repeat(300), "bad key": "y" };
  const error = await client.startRun("Hello", { systemPrompt: "Hi", metadata }).catch((failure) => failure);
  assert.ok(error instanceof InvalidRequestError);
  assert.deepEqual(error.problems.map(({ field }) => field).sort(), ["/metadata/bad key", "/metadata/env"]);
});

test("the same idempotency key starts one run", async () => {
  const idempotencyKey = crypto.randomUUID();
  const once = () => client.startRun("Hello", { systemPrompt: "Hi", idempotencyKey });
  assert.equal((await once()).runId, (await once()).runId);
});

test("errors of OpenAI's and Anthropic's routes have their code and message", async () => {
  const path = { "/v1/responses": "input", "/v1/messages": "messages" };
  for (const [route, field] of Object.entries(path)) {
    const failure = await client.request("POST", route, { json: { model: "echo" } }).catch((error) => error);
    assert.ok(failure instanceof InvalidRequestError);
    assert.match(failure.code, /^invalid_request/);
    assert.match(failure.message, new RegExp(`${field}: is required`));
  }
});

test("budgets and alerts are created, changed and deleted, and the inbox is read", async () => {
  const name = unique("budget");
  const made = await client.createBudget({ name, measure: "runs", period: "day", limit: 1000 });
  assert.equal((await client.updateBudget(name, { limit: 2000 })).limit, 2000);
  assert.ok((await client.listBudgets()).some((budget) => budget.id === made.id));
  await client.deleteBudget(name);
  await assert.rejects(client.deleteBudget(name), NotFoundError);
  const alert = await client.createAlert({
    name: unique("alert"),
    measure: "failed",
    threshold: 5,
    windowSeconds: 3600,
    recipients: [{ kind: "inbox" }],
  });
  assert.equal((await client.updateAlert(alert.id, { threshold: 6 })).threshold, 6);
  assert.ok((await client.listAlerts()).some((one) => one.id === alert.id));
  await client.deleteAlert(alert.id);
  assert.ok(Array.isArray((await client.listInbox({ limit: 1 })).items));
  await assert.rejects(client.dismissItem("nothing"), NotFoundError);
});

test("any other request can be sent", async () => {
  const { keys } = await client.request("GET", "/agent-runs/keys");
  assert.ok(keys.some(({ key }) => key === "customer"));
  assert.equal((await client.request("GET", "/healthz")).status, "ok");
});
