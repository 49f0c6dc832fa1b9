// A plain @a2a-js/sdk agent of version 0.3: echo, stream, ask, slow, in the given binding. It prints its
// base URL.
import express from 'express';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import { grpcService, A2AService, UserBuilder as GrpcUserBuilder } from '@a2a-js/sdk/server/grpc';
import { DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const text = (value) => ({ kind: 'text', text: value });
const now = () => new Date().toISOString();

class Executor {
  cancelled = new Set();

  async execute(ctx, bus) {
    const said = ctx.userMessage.parts.map((p) => (p.kind === 'text' ? p.text : '')).join('');
    const ids = { taskId: ctx.taskId, contextId: ctx.contextId };
    const status = (state, final, words) =>
      bus.publish({
        kind: 'status-update', ...ids, final,
        status: { state, timestamp: now(), message: words && { kind: 'message', messageId: randomUUID(), role: 'agent', parts: [text(words)], ...ids } },
      });
    const artifact = (value, append, lastChunk) =>
      bus.publish({ kind: 'artifact-update', ...ids, append, lastChunk, artifact: { artifactId: 'out', name: 'out', parts: [text(value)] } });
    if (!ctx.task) {
      bus.publish({ kind: 'task', id: ctx.taskId, contextId: ctx.contextId, history: [ctx.userMessage], status: { state: 'submitted', timestamp: now() } });
    }
    status('working', false);
    if (said === 'ask') {
      status('input-required', true, 'which city?');
    } else {
      const chunks = { stream: 4, slow: 1000 }[said] ?? 1;
      for (let i = 0; i < chunks; i++) {
        if (this.cancelled.has(ctx.taskId)) break;
        artifact(`chunk ${i} é✓ `, i > 0, i === chunks - 1);
        if (said === 'slow') await sleep(20);
      }
      status(this.cancelled.has(ctx.taskId) ? 'canceled' : 'completed', true);
    }
    bus.finished();
  }

  async cancelTask(id) {
    this.cancelled.add(id);
  }
}

const way = process.argv[2];
const app = express();
const server = app.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const grpc = new Server();
  const port = await new Promise((ok, no) => grpc.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (e, p) => (e ? no(e) : ok(p))));
  const url = { JSONRPC: `${base}/rpc`, 'HTTP+JSON': `${base}/rest`, GRPC: `127.0.0.1:${port}` }[way];
  const card = {
    name: 'js peer', description: 'echo, stream, ask, slow', version: '1.0.0', protocolVersion: '0.3.0',
    url, preferredTransport: way, additionalInterfaces: [{ url, transport: way }],
    provider: { organization: 'peer', url: 'https://example.com' },
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
    skills: [{ id: 'echo', name: 'Echo', description: 'echo', tags: ['test'], examples: ['hi'] }],
  };
  const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Executor());
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: handler }));
  app.use('/rpc', jsonRpcHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }));
  app.use('/rest', restHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }));
  grpc.addService(A2AService, grpcService({ requestHandler: handler, userBuilder: GrpcUserBuilder.noAuthentication }));
  console.log(base);
});
process.stdin.on('end', () => process.exit(0)).resume();
