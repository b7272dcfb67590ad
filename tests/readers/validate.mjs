// SPDX-License-Identifier: MIT
// Prints what the Khronos validator finds in each file given, one JSON object a line.
// DIORAMA_READERS is the folder that holds node_modules.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const require = createRequire(path.join(path.resolve(process.env.DIORAMA_READERS), "here.js"));
const validator = require("gltf-validator");

for (const file of process.argv.slice(2)) {
  const folder = path.dirname(file);
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    maxIssues: 1000,
    externalResourceFunction: async (uri) =>
      new Uint8Array(fs.readFileSync(path.join(folder, decodeURIComponent(uri)))),
  });
  const { numErrors, numWarnings, messages } = report.issues;
  const issues = messages
    .filter((each) => each.severity <= 1)
    .map(({ code, severity, pointer, message }) => ({ code, severity, pointer, message }));
  console.log(JSON.stringify({ file, numErrors, numWarnings, issues }));
}
