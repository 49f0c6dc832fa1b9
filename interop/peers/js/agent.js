// A plain @a2a-js/sdk agent: echo, stream, ask, slow. It prints its base URL.
import express from 'express';
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { TaskState } from '@a2a-js/sdk';
import { randomUUID } from 'node:crypto';

const text = (value) => ({ content: { $case: 'text', value }, mediaType: 'text/plain' });
const now = () => new Date().toISOString();

class Executor {
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
    if (said === 'message') {
      bus.publish(AgentEvent.message({ messageId: randomUUID(), role: 2, parts: [text('plain message')], contextId: ctx.contextId, taskId: '', extensions: [], referenceTaskIds: [] }));
      bus.finished();
      return;
    }
    if (!ctx.task) {
      bus.publish(AgentEvent.task({
        id: ctx.taskId, contextId: ctx.contextId, artifacts: [], history: [ctx.userMessage],
        status: { state: TaskState.TASK_STATE_SUBMITTED, timestamp: now() },
      }));
    }
    bus.publish(status(TaskState.TASK_STATE_WORKING));
    if (said === 'ask') {
      bus.publish(status(TaskState.TASK_STATE_INPUT_REQUIRED, 'which city?'));
    } else if (said === 'stream') {
      for (let i = 0; i < 4; i++) bus.publish(artifact(`chunk ${i} é✓ `, i > 0, i === 3));
      bus.publish(status(TaskState.TASK_STATE_COMPLETED));
    } else {
      bus.publish(artifact(`echo: ${said}`, false, true));
      bus.publish(status(TaskState.TASK_STATE_COMPLETED));
    }
    bus.finished();
  }

  async cancelTask() {}
}

const app = express();
const server = app.listen(0, '127.0.0.1', () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const handler = new DefaultRequestHandler({
    name: 'js peer', description: 'echo, stream, ask', version: '1.0.0',
    provider: { organization: 'peer', url: 'https://example.com' },
    supportedInterfaces: [{ url: `${base}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' }],
    capabilities: { streaming: true, pushNotifications: false, extensions: [], extendedAgentCard: false },
    defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
    securitySchemes: {}, securityRequirements: [], signatures: [],
    skills: [{ id: 'echo', name: 'Echo', description: 'echo', tags: ['test'], examples: ['hi'], inputModes: [], outputModes: [], securityRequirements: [] }],
  }, new InMemoryTaskStore(), new Executor());
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: handler }));
  app.use('/a2a', jsonRpcHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }));
  console.log(base);
});
process.stdin.on('end', () => process.exit(0)).resume();
