#!/usr/bin/env node
// Starts the program of the package that npm installed for this platform.
"use strict";
const { spawn } = require("node:child_process");
const os = require("node:os");

const name = `@a2a-console/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/a2a-console${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`a2a-console: the package ${name} is not installed. If this platform is among those of ` +
    "https://github.com/a2a-console/a2a-console#install, install again without --omit=optional.");
  process.exit(2);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// The terminal sends its signals to the child as well: this process only waits for its end.
for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (err) => {
  console.error(`a2a-console: cannot start ${program}: ${err.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code));
