import { describe, expect, test } from "vitest";
import document from "../openapi.json?raw";
import { generate } from "../scripts/types.mjs";
import types from "../src/api/types.ts?raw";

function describeAnswer(properties: object, required: string[] = []) {
  const answer = { description: "One\n  thing.", properties, required };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } };
  return {
    paths: { "/things": { get: { responses: { 200: { content } } } } },
    components: { schemas: { Thing: answer, Event: {}, Error: {}, Unused: {}, Size: { enum: ["s", "l"] } } },
  };
}

describe("the types of answers", () => {
  test("are those of openapi.json; if not, run scripts/openapi", () => {
    expect(types).toBe(generate(JSON.parse(document)));
  });

  test("have optional fields, lists, maps and names of other types", () => {
    const text = generate(
      describeAnswer(
        {
          at: { type: "string", format: "date-time", description: "When." },
          sizes: { type: "array", items: { anyOf: [{ $ref: "#/components/schemas/Size" }, { type: "null" }] } },
          counts: { type: "object", additionalProperties: { type: "integer" } },
          spec: { type: "object", additionalProperties: true },
        },
        ["at"],
      ),
    );
    expect(text).toContain(`/** One thing. */
export interface Thing {
  at: string; // When.
  sizes?: (Size | null)[];
  counts?: Record<string, number>;
  spec?: JsonObject;
}`);
    expect(text).toContain('export type Size = "s" | "l";');
    expect(text).not.toContain("Unused");
  });

  test("are not generated from what the script does not know", () => {
    expect(() => generate(describeAnswer({ odd: { type: "tuple" } }))).toThrow("unknown type");
    expect(() => generate(describeAnswer({ odd: { type: "object", properties: {} } }))).toThrow("without a name");
  });
});
