// A plain @a2a-js/sdk client, in the given binding. It finds the agent by the given base URL, walks
// through the reference agent's skills, and prints what it understood, a JSON line for each step. It
// knows nothing of the console.
import { randomUUID } from 'node:crypto';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { TaskState } from '@a2a-js/sdk';

const [way, base] = process.argv.slice(2);
const transport = { JSONRPC: JsonRpcTransportFactory, 'HTTP+JSON': RestTransportFactory, GRPC: GrpcTransportFactory }[way];
const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports: [new transport()], preferredTransports: [way] });
const client = await new ClientFactory(options).createFromUrl(base);

const stateName = (s) => (typeof s === 'number' ? TaskState[s] : s) ?? '';
const textOf = (parts) =>
  (parts ?? []).map((p) => (p.content?.$case === 'text' ? p.content.value : `[${p.content?.$case}]`)).join('');
const print = (step, o) => console.log(JSON.stringify({ step, ...o }));

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

async function stream(step, events, third) {
  let n = 0, text = '', state = '', task;
  for await (const e of events) {
    n++;
    const p = e.payload;
    if (p.$case === 'task') { task = p.value; state = stateName(p.value.status?.state); }
    if (p.$case === 'statusUpdate') state = stateName(p.value.status?.state);
    if (p.$case === 'artifactUpdate') text += textOf(p.value.artifact?.parts);
    if (n === 3) await third?.(task.id);
  }
  print(step, { kind: 'stream', events: n, state, text, task: task?.id });
}

const tenant = '';
const send = async (step, words, task) => show(step, await client.sendMessage({ message: message(words, task) }));
const follow = (step, words, third) => stream(step, client.sendMessageStream({ message: message(words, undefined, picture) }), third);

await send('joke', 'tell me a joke');
await send('hello', 'hello');
const order = await send('order', 'request a new phone for me');
await send('android', 'Android', order);
show('get', await client.getTask({ id: order.id, tenant }));
await follow('paper', 'write a long paper describing the attached pictures');
await follow('slow', 'slow 20 chunks every 5ms');
await follow('cancel', 'slow 10000 chunks every 20ms', async (id) => show('cancelled', await client.cancelTask({ id, tenant })));
await follow('watched', 'slow 50 chunks every 20ms', (id) => stream('subscribe', client.resubscribeTask({ id, tenant })));

const ring = await send('ring', 'request a new phone for me');
const bell = { taskId: ring.id, id: 'bell', tenant };
const config = (step, c) => print(step, { kind: 'config', text: c.url });
config('push-set', await client.createTaskPushNotificationConfig({ ...bell, url: 'http://127.0.0.1:1/hook', token: 'secret' }));
config('push-get', await client.getTaskPushNotificationConfig(bell));
print('push-list', { kind: 'configs', events: (await client.listTaskPushNotificationConfig({ taskId: ring.id, tenant, pageSize: 0, pageToken: '' })).configs.length });
await client.deleteTaskPushNotificationConfig(bell);
print('push-delete', { kind: 'done' });
const listed = await client.listTasks({ tenant, contextId: ring.contextId, status: 0, pageToken: '' });
print('list', { kind: 'tasks', events: listed.tasks.length });

try {
  await client.getTask({ id: 'no-such-task', tenant });
  print('missing', { kind: 'none' });
} catch (e) {
  print('missing', { kind: 'error', text: e.name });
}
process.exit(0); // the gRPC transport keeps its connection
