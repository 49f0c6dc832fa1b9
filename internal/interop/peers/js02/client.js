// A plain @a2a-js/sdk client of version 0.2. It finds the agent by the given base URL, walks through the
// reference agent's skills, and prints what it understood, a JSON line for each step. It knows nothing of
// the console.
import { A2AClient } from '@a2a-js/sdk/client';
import { randomUUID } from 'node:crypto';

const client = new A2AClient(process.argv[2]);
const print = (step, o) => console.log(JSON.stringify({ step, ...o }));
const textOf = (parts) => (parts ?? []).map((p) => (p.kind === 'text' ? p.text : `[${p.kind}]`)).join('');

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = { kind: 'file', file: { bytes: pixel, mimeType: 'image/png', name: 'pixel.png' } };

function message(words, task, ...more) {
  const m = { kind: 'message', messageId: randomUUID(), role: 'user', parts: [{ kind: 'text', text: words }, ...more] };
  return { message: task ? { ...m, taskId: task.id, contextId: task.contextId } : m };
}

function result(answer) {
  if (answer.error) throw new Error(answer.error.message);
  return answer.result;
}

function show(step, answer) {
  const r = result(answer);
  if (r.kind === 'task') {
    print(step, {
      kind: 'task', task: r.id, state: r.status.state,
      text: (r.artifacts ?? []).map((a) => textOf(a.parts)).join('\n'), says: textOf(r.status.message?.parts),
    });
  } else {
    print(step, { kind: 'message', text: textOf(r.parts) });
  }
  return r;
}

async function stream(step, events, third) {
  let n = 0, text = '', state = '', task;
  for await (const e of events) {
    n++;
    task = e.taskId ?? e.id ?? task;
    state = e.status?.state ?? state;
    if (e.kind === 'artifact-update') text += textOf(e.artifact.parts);
    if (n === 3) await third?.(task);
  }
  print(step, { kind: 'stream', events: n, state, text, task });
}

const send = async (step, words, task) => show(step, await client.sendMessage(message(words, task)));
const follow = (step, words, third) => stream(step, client.sendMessageStream(message(words, undefined, picture)), third);

await send('joke', 'tell me a joke');
await send('hello', 'hello');
const order = await send('order', 'request a new phone for me');
await send('android', 'Android', order);
show('get', await client.getTask({ id: order.id }));
await follow('paper', 'write a long paper describing the attached pictures');
await follow('slow', 'slow 20 chunks every 5ms');
await follow('cancel', 'slow 10000 chunks every 20ms', async (id) => show('cancelled', await client.cancelTask({ id })));
await follow('watched', 'slow 50 chunks every 20ms', (id) => stream('subscribe', client.resubscribeTask({ id })));

const ring = await send('ring', 'request a new phone for me');
const bell = { taskId: ring.id, pushNotificationConfig: { url: 'http://127.0.0.1:1/hook', token: 'secret' } };
const config = (step, answer) => print(step, { kind: 'config', text: result(answer).pushNotificationConfig.url });
config('push-set', await client.setTaskPushNotificationConfig(bell));
config('push-get', await client.getTaskPushNotificationConfig({ id: ring.id }));

const missing = await client.getTask({ id: 'no-such-task' });
print('missing', missing.error ? { kind: 'error', text: missing.error.message } : { kind: 'none' });
