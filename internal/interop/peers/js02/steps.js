// A plain @a2a-js/sdk client of version 0.2 that takes one step of `check --client`: A2A_STEP
// names the step, A2A_URL the agent.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { A2AClient } from '@a2a-js/sdk/client';

const { A2A_URL: base, A2A_STEP: step } = process.env;
const client = new A2AClient(base);

function message(text, task) {
  const m = { kind: 'message', messageId: randomUUID(), role: 'user', parts: [{ kind: 'text', text }] };
  return task ? { ...m, taskId: task.id, contextId: task.contextId } : m;
}

function result(answer) {
  if (answer.error) throw new Error(answer.error.message);
  return answer.result;
}

const send = async (text, task, more) => result(await client.sendMessage({ message: message(text, task), ...more }));

// stream reads a stream to its end and returns the task's id, even if it breaks off.
async function stream(each) {
  let task;
  try {
    for await (const e of client.sendMessageStream({ message: message('hi') })) {
      const first = !task;
      task ??= e.taskId ?? e.id;
      if (first && task) await each?.(task);
    }
  } catch (e) {
    console.error(e.message);
  }
  return task;
}

// until polls a task until it is over.
async function until(id) {
  for (let i = 0; i < 100; i++) {
    if (result(await client.getTask({ id })).status.state === 'completed') return;
    await sleep(50);
  }
}

// register sends a message with a webhook that requires its token, and waits for the end.
async function register() {
  let completed;
  const told = new Promise((ok) => (completed = ok));
  const hook = createServer(async (req, res) => {
    let body = '';
    for await (const piece of req) body += piece;
    const mine = req.headers['x-a2a-notification-token'] === 'mine';
    if (!mine || /completed/i.test(body)) res.on('finish', completed);
    res.writeHead(mine ? 204 : 401).end();
  });
  await new Promise((ok) => hook.listen(0, '127.0.0.1', ok));
  const pushNotificationConfig = { url: `http://127.0.0.1:${hook.address().port}/`, token: 'mine' };
  const task = await send('hi', undefined, { configuration: { blocking: true, acceptedOutputModes: [], pushNotificationConfig } });
  await until(task.id);
  await told;
}

const steps = {
  send: () => send('hi'),
  stream: () => stream(),
  answer: async () => send('Rome', await send('weather')),
  cancel: () => stream(async (id) => result(await client.cancelTask({ id }))),
  push: register,
  'push-forged': register,
  'unknown-members': async () => until((await send('hi')).id),
  'unknown-state': async () => until(await stream()),
  'slow-answer': () => send('hi'),
  'late-events': () => stream(),
  'cut-stream': async () => until(await stream()),
  credentials: () => send('hi'),
  'version-refused': () => send('hi'),
};
if (!steps[step]) process.exit(77);
await steps[step]();
process.exit(0);
