// Does what conformance kits do, with a plain @a2a-js/sdk client: it sends messages whose ids have the
// kits' prefixes, and prints the result of each, a JSON line for each step.
import { randomUUID } from 'node:crypto';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { TaskState } from '@a2a-js/sdk';

const [way, base] = process.argv.slice(2);
const transport = { JSONRPC: JsonRpcTransportFactory, 'HTTP+JSON': RestTransportFactory, GRPC: GrpcTransportFactory }[way];
const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports: [new transport()], preferredTransports: [way] });
const client = await new ClientFactory(options).createFromUrl(base);

const stateName = (s) => (typeof s === 'number' ? TaskState[s] : s) ?? '';
const textOf = (parts) => (parts ?? []).map((p) => (p.content?.$case === 'text' ? p.content.value : '')).join('');
const print = (step, o) => console.log(JSON.stringify({ step, ...o }));

const message = (prefix, task) => ({
  messageId: `${prefix}-${randomUUID()}`, role: 1, parts: [{ content: { $case: 'text', value: 'Hello from TCK' }, mediaType: 'text/plain' }],
  taskId: task?.id ?? '', contextId: '', extensions: [], referenceTaskIds: [],
});

async function send(prefix, task) {
  const r = await client.sendMessage({ message: message(prefix, task) });
  const step = task ? `then ${prefix}` : prefix;
  if (r.status === undefined) {
    print(step, { kind: 'message', text: textOf(r.parts) });
  } else {
    print(step, {
      kind: 'task', task: r.id, state: stateName(r.status?.state),
      text: (r.artifacts ?? []).map((a) => textOf(a.parts)).join(''), says: textOf(r.status?.message?.parts),
    });
  }
  return r;
}

async function stream(prefix) {
  let n = 0, text = '', state = '', task;
  for await (const { payload } of client.sendMessageStream({ message: message(prefix) })) {
    n++;
    if (payload.$case === 'task') { task = payload.value.id; state = stateName(payload.value.status?.state); }
    if (payload.$case === 'statusUpdate') state = stateName(payload.value.status?.state);
    if (payload.$case === 'artifactUpdate') text += textOf(payload.value.artifact?.parts);
  }
  print(prefix, { kind: 'stream', events: n, state, text, task });
}

for (const id of ['tck-complete-task', 'tck-artifact-text', 'tck-artifact-file-url', 'tck-artifact-data', 'tck-message-response', 'tck-reject-task']) {
  await send(id);
}
const waits = await send('tck-input-required');
await send('tck-complete-task', waits);
await stream('tck-stream-003');
await stream('tck-stream-artifact-chunked');
try {
  await client.cancelTask({ id: waits.id, tenant: '' });
} catch {
  print('cancel', { kind: 'error' });
}
process.exit(0);
