// A plain @a2a-js/sdk agent of version 0.2: echo, stream, ask, slow. It prints its
// base URL.
import { A2AExpressApp, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import express from 'express';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const text = (value) => ({ kind: 'text', text: value });
const now = () => new Date().toISOString();

class Executor {
  cancelled = new Set();

  execute = async (ctx, bus) => {
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
  };

  cancelTask = async (id) => { this.cancelled.add(id); };
}

const app = express();
const server = app.listen(0, '127.0.0.1', () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const card = {
    name: 'js peer', description: 'echo, stream, ask, slow', version: '1.0.0', url: `${base}/`,
    provider: { organization: 'peer', url: 'https://example.com' },
    capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
    defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
    skills: [{ id: 'echo', name: 'Echo', description: 'echo', tags: ['test'], examples: ['hi'] }],
  };
  new A2AExpressApp(new DefaultRequestHandler(card, new InMemoryTaskStore(), new Executor())).setupRoutes(app, '');
  console.log(base);
});
process.stdin.on('end', () => process.exit(0)).resume();
