// A plain @a2a-js/sdk client. It finds the agent by the base URL it is given,
// walks the reference agent's skills, and prints what it understood, a JSON
// line a step. It knows nothing of the console.
import { randomUUID } from 'node:crypto';
import { ClientFactory } from '@a2a-js/sdk/client';
import { TaskState } from '@a2a-js/sdk';

const client = await new ClientFactory().createFromUrl(process.argv[2]);

const stateName = (s) => (typeof s === 'number' ? TaskState[s] : s) ?? '';
const textOf = (parts) =>
  (parts ?? []).map((p) => (p.content?.$case === 'text' ? p.content.value : `[${p.content?.$case}]`)).join('');
const print = (step, o) => console.log(JSON.stringify({ step, ...o }));

// A PNG of one pixel.
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const picture = { content: { $case: 'raw', value: pixel }, mediaType: 'image/png', filename: 'pixel.png' };

function message(text, task, ...more) {
  return {
    messageId: randomUUID(),
    role: 1,
    parts: [{ content: { $case: 'text', value: text }, mediaType: 'text/plain' }, ...more],
    taskId: task?.id ?? '',
    contextId: task?.contextId ?? '',
    extensions: [],
    referenceTaskIds: [],
  };
}

function show(step, r) {
  if (r.artifacts !== undefined || r.status !== undefined) {
    print(step, {
      kind: 'task', task: r.id, state: stateName(r.status?.state),
      text: (r.artifacts ?? []).map((a) => textOf(a.parts)).join('\n'),
      says: textOf(r.status?.message?.parts),
    });
  } else {
    print(step, { kind: 'message', text: textOf(r.parts) });
  }
  return r;
}

async function stream(step, events, each) {
  let n = 0, text = '', state = '', task;
  for await (const e of events) {
    n++;
    const p = e.payload;
    if (p.$case === 'task') { task = p.value; state = stateName(p.value.status?.state); }
    if (p.$case === 'statusUpdate') state = stateName(p.value.status?.state);
    if (p.$case === 'artifactUpdate') text += textOf(p.value.artifact?.parts);
    await each?.(n, task, e);
  }
  print(step, { kind: 'stream', events: n, state, text, task: task?.id });
}

show('joke', await client.sendMessage({ message: message('tell me a joke') }));
show('hello', await client.sendMessage({ message: message('hello') }));
const order = show('order', await client.sendMessage({ message: message('request a new phone for me') }));
show('android', await client.sendMessage({ message: message('Android', order) }));
show('get', await client.getTask({ id: order.id, tenant: '' }));
await stream('paper', client.sendMessageStream({ message: message('write a long paper describing the attached pictures', undefined, picture) }));
await stream('slow', client.sendMessageStream({ message: message('slow 20 chunks every 5ms') }));

let cancelled = false;
await stream('cancel', client.sendMessageStream({ message: message('slow 10000 chunks every 20ms') }),
  async (n, task) => {
    if (n >= 3 && task && !cancelled) {
      cancelled = true;
      show('cancelled', await client.cancelTask({ id: task.id, tenant: '' }));
    }
  });

try {
  await client.getTask({ id: 'no-such-task', tenant: '' });
  print('missing', { kind: 'none' });
} catch (e) {
  print('missing', { kind: 'error', text: e.name });
}
