// A plain @a2a-js/sdk client of version 0.3, in the given binding. It finds the agent by the given base
// URL, walks through the reference agent's skills, and prints what it understood, a JSON line for each
// step. It knows nothing of the console.
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { randomUUID } from 'node:crypto';

const [way, base] = process.argv.slice(2);
const transport = { JSONRPC: JsonRpcTransportFactory, 'HTTP+JSON': RestTransportFactory, GRPC: GrpcTransportFactory }[way];
const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports: [new transport()], preferredTransports: [way] });
const client = await new ClientFactory(options).createFromUrl(base);

const textOf = (parts) => (parts ?? []).map((p) => (p.kind === 'text' ? p.text : `[${p.kind}]`)).join('');
const print = (step, o) => console.log(JSON.stringify({ step, ...o }));

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = { kind: 'file', file: { bytes: pixel, mimeType: 'image/png', name: 'pixel.png' } };

function message(words, task, ...more) {
  const m = { kind: 'message', messageId: randomUUID(), role: 'user', parts: [{ kind: 'text', text: words }, ...more] };
  return task ? { ...m, taskId: task.id, contextId: task.contextId } : m;
}

function show(step, r) {
  if (r.kind === 'task') {
    print(step, {
      kind: 'task', task: r.id, state: r.status.state,
      text: (r.artifacts ?? []).map((a) => textOf(a.parts)).join('\n'),
      says: textOf(r.status.message?.parts),
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

const send = async (step, words, task) => show(step, await client.sendMessage({ message: message(words, task) }));
const follow = (step, words, third) => stream(step, client.sendMessageStream({ message: message(words, undefined, picture) }), third);

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
const bell = { id: ring.id, pushNotificationConfigId: 'bell' };
const config = (step, c) => print(step, { kind: 'config', text: c.pushNotificationConfig.url });
config('push-set', await client.setTaskPushNotificationConfig({ taskId: ring.id, pushNotificationConfig: { id: 'bell', url: 'http://127.0.0.1:1/hook', token: 'secret' } }));
config('push-get', await client.getTaskPushNotificationConfig(bell));
print('push-list', { kind: 'configs', events: (await client.listTaskPushNotificationConfig({ id: ring.id })).length });
await client.deleteTaskPushNotificationConfig(bell);
print('push-delete', { kind: 'done' });

try {
  await client.getTask({ id: 'no-such-task' });
  print('missing', { kind: 'none' });
} catch (e) {
  print('missing', { kind: 'error', text: e.name });
}
process.exit(0); // the gRPC transport keeps its connection
