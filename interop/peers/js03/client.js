// A plain @a2a-js/sdk client of version 0.3, in the binding it is told. It finds
// the agent by the base URL it is given, walks the reference agent's skills, and
// prints what it understood, a JSON line a step. It knows nothing of the console.
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { randomUUID } from 'node:crypto';

const [way, base] = process.argv.slice(2);
const transport = { JSONRPC: JsonRpcTransportFactory, 'HTTP+JSON': RestTransportFactory, GRPC: GrpcTransportFactory }[way];
const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports: [new transport()], preferredTransports: [way] });
const client = await new ClientFactory(options).createFromUrl(base);

const textOf = (parts) => (parts ?? []).map((p) => (p.kind === 'text' ? p.text : `[${p.kind}]`)).join('');
const print = (step, o) => console.log(JSON.stringify({ step, ...o }));

// A PNG of one pixel.
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

async function stream(step, events, each) {
  let n = 0, text = '', state = '', task;
  for await (const e of events) {
    n++;
    if (e.kind === 'task') { task = e; state = e.status.state; }
    if (e.kind === 'status-update') state = e.status.state;
    if (e.kind === 'artifact-update') text += textOf(e.artifact.parts);
    await each?.(n, task, e);
  }
  print(step, { kind: 'stream', events: n, state, text, task: task?.id });
}

show('joke', await client.sendMessage({ message: message('tell me a joke') }));
show('hello', await client.sendMessage({ message: message('hello') }));
const order = show('order', await client.sendMessage({ message: message('request a new phone for me') }));
show('android', await client.sendMessage({ message: message('Android', order) }));
show('get', await client.getTask({ id: order.id }));
await stream('paper', client.sendMessageStream({ message: message('write a long paper describing the attached pictures', undefined, picture) }));
await stream('slow', client.sendMessageStream({ message: message('slow 20 chunks every 5ms') }));

let cancelled = false;
await stream('cancel', client.sendMessageStream({ message: message('slow 10000 chunks every 20ms') }),
  async (n, task) => {
    if (n >= 3 && task && !cancelled) {
      cancelled = true;
      show('cancelled', await client.cancelTask({ id: task.id }));
    }
  });

try {
  await client.getTask({ id: 'no-such-task' });
  print('missing', { kind: 'none' });
} catch (e) {
  print('missing', { kind: 'error', text: e.name });
}
process.exit(0);
