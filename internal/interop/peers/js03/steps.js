// A plain @a2a-js/sdk client of version 0.3 that takes one step of `check --client`, in the given
// binding: A2A_STEP names the step, A2A_URL the agent.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';

const way = process.argv[2];
const { A2A_URL: base, A2A_STEP: step } = process.env;
const transport = { JSONRPC: JsonRpcTransportFactory, 'HTTP+JSON': RestTransportFactory, GRPC: GrpcTransportFactory }[way];
const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports: [new transport()], preferredTransports: [way] });
const client = await new ClientFactory(options).createFromUrl(base);

function message(text, task) {
  const m = { kind: 'message', messageId: randomUUID(), role: 'user', parts: [{ kind: 'text', text }] };
  return task ? { ...m, taskId: task.id, contextId: task.contextId } : m;
}
const send = (text, task, more) => client.sendMessage({ message: message(text, task), ...more });

// stream reads a stream to its end and returns the task's id, even if it breaks off and broken tolerates
// that.
async function stream(each, broken = (e) => console.error(e.message)) {
  let task;
  try {
    for await (const e of client.sendMessageStream({ message: message('hi') })) {
      const first = !task;
      task ??= e.taskId ?? e.id;
      if (first && task) await each?.(task);
    }
  } catch (e) {
    broken(e);
  }
  return task;
}

// until polls a task until it is over.
async function until(id) {
  for (let i = 0; i < 100; i++) {
    const task = await client.getTask({ id });
    if (task.status.state === 'completed') return;
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
  const pushNotificationConfig = { id: 'bell', url: `http://127.0.0.1:${hook.address().port}/`, token: 'mine' };
  const task = await send('hi', undefined, { configuration: { blocking: true, acceptedOutputModes: [], pushNotificationConfig } });
  await until(task.id);
  await told;
}

const steps = {
  send: () => send('hi'),
  stream: () => stream(),
  answer: async () => send('Rome', await send('weather')),
  cancel: () => stream((id) => client.cancelTask({ id })),
  push: register,
  'push-forged': register,
  'unknown-members': async () => until((await send('hi')).id),
  // An SDK that cannot read the state ends the program here, because it is random whether the task still
  // has the state when it is requested.
  'unknown-state': async () => until(await stream(undefined, (e) => { throw e; })),
  'slow-answer': () => send('hi'),
  'late-events': () => stream(),
  'cut-stream': async () => until(await stream()),
  credentials: () => send('hi'),
  'version-refused': () => send('hi'),
};
if (!steps[step]) process.exit(77);
await steps[step]();
process.exit(0); // the gRPC transport keeps its connection
