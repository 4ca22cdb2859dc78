// Enqueues a note over HTTP, waits until it is finished, and writes the PDF.
//
//     PRESSRUN_URL=http://127.0.0.1:8080 PRESSRUN_TOKEN=... node http_client.mjs note.pdf

import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";

const { PRESSRUN_URL, PRESSRUN_TOKEN } = process.env;

// Errors are problem documents with a stable code.
async function request(path, options = {}) {
  const headers = { Authorization: `Bearer ${PRESSRUN_TOKEN}`, ...options.headers };
  const answer = await fetch(PRESSRUN_URL + path, { ...options, headers });
  if (!answer.ok) {
    const problem = await answer.json();
    throw new Error(`${problem.code}: ${problem.detail}`);
  }
  return answer;
}

const note = { title: "Site visit", body: "<p>All four lines run.</p>" };
// A request that is repeated with the same key, because its answer was lost, enqueues nothing.
const enqueued = await request("/v1/jobs", {
  method: "POST",
  headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
  body: JSON.stringify({ kind: "note", payload: note }),
});
let job = await enqueued.json();
do {
  // Answers when the job is finished, or after 30 seconds.
  job = await (await request(`/v1/jobs/${job.id}?wait=30`)).json();
} while (!["completed", "cancelled", "discarded"].includes(job.state));
if (job.state !== "completed") throw new Error(`job ${job.id} is ${job.state}: ${job.error}`);

const pdf = Buffer.from(await (await request(`/v1/jobs/${job.id}/artifact`)).arrayBuffer());
const output = process.argv[2];
await writeFile(output, pdf);
console.log(`${output}: ${pdf.length} bytes`);
