// A plain @a2a-js/sdk client that takes one step of `check --client`, in the given binding: A2A_STEP
// names the step, A2A_URL the agent.
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
const tenant = '';

const message = (text, task) => ({
  messageId: randomUUID(), role: 1, parts: [{ content: { $case: 'text', value: text }, mediaType: 'text/plain' }],
  taskId: task?.id ?? '', contextId: task?.contextId ?? '', extensions: [], referenceTaskIds: [],
});
const send = (text, task, more) => client.sendMessage({ message: message(text, task), ...more });

// stream reads a stream to its end and returns the task's id, even if it breaks off.
async function stream(each) {
  let task;
  try {
    for await (const e of client.sendMessageStream({ message: message('hi') })) {
      const v = e.payload.value;
      const first = !task;
      task ??= e.payload.$case === 'task' ? v.id : v.taskId;
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
    const task = await client.getTask({ id, tenant });
    if (task.status.state === 3) return;
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
  const taskPushNotificationConfig = { tenant, id: 'bell', taskId: '', url: `http://127.0.0.1:${hook.address().port}/`, token: 'mine' };
  const task = await send('hi', undefined, {
    configuration: { acceptedOutputModes: [], returnImmediately: false, taskPushNotificationConfig },
  });
  await until(task.id);
  await told;
}

const steps = {
  send: () => send('hi'),
  stream: () => stream(),
  answer: async () => send('Rome', await send('weather')),
  cancel: () => stream((id) => client.cancelTask({ id, tenant })),
  list: async () => {
    await send('tell me a joke');
    await send('tell me a joke');
    for (let pageToken = ''; ;) {
      const page = await client.listTasks({ tenant, contextId: '', status: 0, pageSize: 1, pageToken });
      pageToken = page.nextPageToken;
      if (!pageToken) return;
    }
  },
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
process.exit(0); // the gRPC transport keeps its connection
