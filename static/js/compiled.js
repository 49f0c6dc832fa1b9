// The expressions that Datastar runs. The pages' policy lets no text become code, so they are
// compiled when the console is built. An expression that is not in the table is not the
// console's, and does nothing.
import table from '../vendor/expressions.js';

const nothing = () => {};

export function compiled(text) {
  const run = table.get(text.trim());
  if (run) return run;
  console.error('This expression is not one of the console and is not run: ' + text.slice(0, 200));
  return nothing;
}
