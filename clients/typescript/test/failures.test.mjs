// Broken connections, retries and errors, with a scripted server.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as runwhy from "../dist/index.js";
import { frame, scripted } from "./scripted-server.mjs";

const ACCEPTED = { runId: "run_1", streamUrl: "", status: "queued", metadata: { customer: "acme" } };

async function withServer(answer, use, options = {}) {
  const server = await scripted(answer);
  try {
    return await use(new runwhy.Client({ baseUrl: server.url, ...options }), server);
  } finally {
    await server.close();
  }
}

async function collect(events) {
  const found = [];
  for await (const event of events) found.push(event.seq);
  return found;
}

test("a stream resumes after the last event, without a gap or a duplicate", async () => {
  const events = [1, 2, 3, 4].map((seq) => ({
    seq,
    type: seq === 4 ? "result" : "assistant_delta",
    data: { text: "x" },
  }));
  const answer = ({ headers }, number) =>
    number === 1
      ? { events: events.slice(0, 2), cut: true }
      : { events: events.slice(Number(headers["last-event-id"])) };
  await withServer(answer, async (client, server) => {
    assert.deepEqual(await collect(client.follow("run_1")), [1, 2, 3, 4]);
    assert.equal(server.requests[1].url, "/api/v1/workspaces/default/agent-runs/run_1/stream?lastSeq=2");
  });
});

test("a gap in a stream is asked for once", async () => {
  const event = (seq) => ({ seq, type: seq === 3 ? "result" : "started" });
  const answer = (_, number) => ({ events: number === 1 ? [event(1), event(3)] : [event(2), event(3)] });
  await withServer(answer, async (client) => {
    assert.deepEqual(await collect(client.follow("run_1")), [1, 2, 3]);
  });
});

test("frames may be cut anywhere, have CRLF, comments and several data lines", async () => {
  const raw = `: ping\r\n\r\nid: 1\r\ndata: {"seq":1,"type":"started",\r\ndata: "data":{}}\r\n\r\n${frame({ seq: 2, type: "result", data: { text: "é" } })}`;
  await withServer(
    () => ({ events: [], raw }),
    async (client) => {
      assert.deepEqual(await collect(client.follow("run_1")), [1, 2]);
    },
  );
});

test("a created run is repeated with the same idempotency key after a lost connection", async () => {
  const answer = (_, number) => (number < 3 ? null : { status: 202, json: ACCEPTED });
  await withServer(answer, async (client, server) => {
    assert.equal((await client.startRun("Hello")).runId, "run_1");
    const keys = new Set(server.requests.map(({ headers }) => headers["idempotency-key"]));
    assert.equal(server.requests.length, 3);
    assert.equal(keys.size, 1);
  });
});

test("a change is not repeated, because it may have been done", async () => {
  await withServer(
    () => null,
    async (client, server) => {
      await assert.rejects(client.updateTrigger("trg_1", { enabled: false }), runwhy.ConnectionFailed);
      assert.equal(server.requests.length, 1);
    },
  );
});

test("a rate limit is waited for; a used-up budget is reported at once", async () => {
  const limited = (_, number) =>
    number === 1
      ? { status: 429, headers: { "retry-after": "0" }, json: { error: "rate_limited", message: "slow down" } }
      : { json: { models: [] } };
  await withServer(limited, async (client) => assert.deepEqual(await client.listModels(), { models: [] }));
  const used = () => ({
    status: 429,
    headers: { "retry-after": "0" },
    json: { error: "budget_exceeded", message: "used" },
  });
  await withServer(used, async (client, server) => {
    await assert.rejects(
      client.startRun("Hello"),
      (error) => error instanceof runwhy.RateLimitedError && error.code === "budget_exceeded",
    );
    assert.equal(server.requests.length, 1);
  });
});

test("errors are classes with the code, the problems and the missing scope", async () => {
  const problems = [{ field: "/metadata/env", problem: "too long", limit: 256, actual: 300 }];
  const answers = {
    400: { error: "invalid_request", message: "metadata", problems },
    401: { error: "unauthorized", message: "no key" },
    403: { error: "insufficient_scope", message: "scope", required: "runs:read" },
    404: { error: "not_found", message: "no run" },
    409: { error: "conflict", message: "busy" },
    500: { error: "internal", message: "broken" },
  };
  for (const [status, json] of Object.entries(answers)) {
    await withServer(
      () => ({ status: Number(status), json }),
      async (client) => {
        const error = await client.getRun("run_1").catch((failure) => failure);
        assert.ok(error instanceof runwhy.ApiError && error instanceof runwhy.RunwhyError);
        assert.deepEqual([error.status, error.code, error.message], [Number(status), json.error, json.message]);
        if (status === "400") assert.ok(error instanceof runwhy.InvalidRequestError && error.problems[0].limit === 256);
        if (status === "403")
          assert.ok(error instanceof runwhy.PermissionDeniedError && error.required === "runs:read");
        if (status === "404") assert.equal(error.name, "NotFoundError");
      },
    );
  }
});

test("a proxy's page is not taken for an answer", async () => {
  await withServer(
    () => ({ text: "<html>" }),
    async (client) => {
      await assert.rejects(client.listModels(), { code: "invalid_response" });
    },
  );
  await withServer(
    () => ({ status: 502, text: "<html>" }),
    async (client) => {
      await assert.rejects(client.listModels(), { code: "http_502", status: 502 });
    },
    { retryFor: 0 },
  );
});

test("a server that is not there is named", async () => {
  const client = new runwhy.Client({ baseUrl: "http://127.0.0.1:9", retryFor: 0 });
  await assert.rejects(
    client.listModels(),
    (error) => error instanceof runwhy.ConnectionFailed && error.message.includes("127.0.0.1:9"),
  );
});

test("a stream stops when its signal aborts", async () => {
  const stop = new AbortController();
  const answer = () => ({ events: [{ seq: 1, type: "started" }] });
  await withServer(answer, async (client) => {
    const following = async () => {
      for await (const _ of client.follow("run_1", { signal: stop.signal })) stop.abort();
    };
    await assert.rejects(following(), { name: "AbortError" });
  });
});

test("an address without http is refused", () => {
  assert.throws(() => new runwhy.Client({ baseUrl: "localhost:7420" }), /baseUrl must start with http/);
});
