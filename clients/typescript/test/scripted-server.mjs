// A server whose answers the test writes: for what a real server does only when something breaks.
import { createServer } from "node:http";

/** Start it. `answer(request, body)` returns {status, headers, json} or {events, cut}; null drops the connection. */
export async function scripted(answer) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const seen = { method: request.method, url: request.url, headers: request.headers, body: body && JSON.parse(body) };
    requests.push(seen);
    const given = answer(seen, requests.length);
    if (given === null) return request.socket.destroy();
    if (given.events) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(given.raw ?? given.events.map(frame).join(""));
      return given.cut ? setTimeout(() => request.socket.destroy(), 5) : response.end();
    }
    response.writeHead(given.status ?? 200, { "content-type": "application/json", ...given.headers });
    response.end(given.text ?? JSON.stringify(given.json ?? {}));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const close = () => new Promise((closed) => server.close(closed));
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close };
}

export function frame({ seq, type, data = {} }) {
  return `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify({ seq, type, data })}\n\n`;
}
