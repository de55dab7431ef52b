// Pauses of the scripted models, over the pipes to the test.
import { createInterface } from "node:readline";

const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Let the models stop at their next pause. */
export async function stall() {
  console.log("STALL");
  await answers.next();
}

/** Let the models continue. */
export function goOn() {
  console.log("GO ON");
}

/** Print the result and leave. */
export function finish(out) {
  console.log(JSON.stringify(out));
  process.stdin.destroy();
}
