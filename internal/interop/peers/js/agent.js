// A plain @a2a-js/sdk agent: echo, stream, ask, slow, in the given binding, at a port if one is given. It prints
// its base URL. "model …" asks the model at OPENAI_BASE_URL, and hides its errors as many agents do.
import express from 'express';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import { grpcService, A2AService, UserBuilder as GrpcUserBuilder } from '@a2a-js/sdk/server/grpc';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { TaskState } from '@a2a-js/sdk';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const text = (value) => ({ content: { $case: 'text', value }, mediaType: 'text/plain' });
const now = () => new Date().toISOString();

class Executor {
  cancelled = new Set();

  async execute(ctx, bus) {
    const said = (ctx.userMessage.parts ?? []).map((p) => (p.content?.$case === 'text' ? p.content.value : '')).join('');
    const ids = { taskId: ctx.taskId, contextId: ctx.contextId };
    const status = (state, words) =>
      AgentEvent.statusUpdate({
        ...ids,
        status: {
          state, timestamp: now(),
          message: words && { messageId: randomUUID(), role: 2, parts: [text(words)], ...ids, extensions: [], referenceTaskIds: [] },
        },
      });
    const artifact = (value, append, lastChunk) =>
      AgentEvent.artifactUpdate({
        ...ids, append, lastChunk,
        artifact: { artifactId: 'out', name: 'out', description: '', parts: [text(value)], extensions: [] },
      });
    if (!ctx.task) {
      bus.publish(AgentEvent.task({
        id: ctx.taskId, contextId: ctx.contextId, artifacts: [], history: [ctx.userMessage],
        status: { state: TaskState.TASK_STATE_SUBMITTED, timestamp: now() },
      }));
    }
    bus.publish(status(TaskState.TASK_STATE_WORKING));
    if (said === 'ask') {
      bus.publish(status(TaskState.TASK_STATE_INPUT_REQUIRED, 'which city?'));
    } else if (said.startsWith('model ')) {
      const answer = await askModel(said);
      if (answer !== undefined) bus.publish(artifact(answer, false, true));
      bus.publish(status(answer === undefined ? TaskState.TASK_STATE_FAILED : TaskState.TASK_STATE_COMPLETED));
    } else {
      const chunks = { stream: 4, slow: 1000 }[said] ?? 1;
      for (let i = 0; i < chunks; i++) {
        if (this.cancelled.has(ctx.taskId)) break;
        bus.publish(artifact(`chunk ${i} é✓ `, i > 0, i === chunks - 1));
        if (said === 'slow') await sleep(20);
      }
      bus.publish(status(this.cancelled.has(ctx.taskId) ? TaskState.TASK_STATE_CANCELED : TaskState.TASK_STATE_COMPLETED));
    }
    bus.finished();
  }

  async cancelTask(id) {
    this.cancelled.add(id);
  }
}

// askModel returns the answer of an OpenAI-compatible API, undefined if it fails.
async function askModel(content) {
  const res = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sk-secret-of-the-agent' },
    body: JSON.stringify({ model: 'stub-1', messages: [{ role: 'system', content: 'Answer briefly.' }, { role: 'user', content }] }),
  });
  return res.ok ? (await res.json()).choices[0].message.content : undefined;
}

const way = process.argv[2];
const app = express();
const server = app.listen(Number(process.argv[3] ?? 0), '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const grpc = new Server();
  const port = await new Promise((ok, no) => grpc.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (e, p) => (e ? no(e) : ok(p))));
  const url = { JSONRPC: `${base}/rpc`, 'HTTP+JSON': `${base}/rest`, GRPC: `127.0.0.1:${port}` }[way];
  const handler = new DefaultRequestHandler({
    name: 'js peer', description: 'echo, stream, ask, slow', version: '1.0.0',
    provider: { organization: 'peer', url: 'https://example.com' },
    supportedInterfaces: [{ url, protocolBinding: way, protocolVersion: '1.0', tenant: '' }],
    capabilities: { streaming: true, pushNotifications: true, extensions: [], extendedAgentCard: false },
    defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
    securitySchemes: {}, securityRequirements: [], signatures: [],
    skills: [{ id: 'echo', name: 'Echo', description: 'echo', tags: ['test'], examples: ['hi'], inputModes: [], outputModes: [], securityRequirements: [] }],
  }, new InMemoryTaskStore(), new Executor());
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: handler }));
  app.use('/rpc', jsonRpcHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }));
  app.use('/rest', restHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }));
  grpc.addService(A2AService, grpcService({ requestHandler: handler, userBuilder: GrpcUserBuilder.noAuthentication }));
  console.log(base);
});
process.stdin.on('end', () => process.exit(0)).resume();
