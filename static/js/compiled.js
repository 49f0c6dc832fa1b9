// The expressions that Datastar runs. The policy of the pages lets no text become
// code, so they are compiled when the console is built. What is not in the table
// is nothing of the console's and does nothing.
import table from '../vendor/expressions.js';

const nothing = () => {};

export function compiled(text) {
  const run = table.get(text.trim());
  if (run) return run;
  console.error('This expression is not one of the console and is not run: ' + text.slice(0, 200));
  return nothing;
}
