// A plain @a2a-js/sdk client that holds one conversation of `chaos`, in the given binding: it streams
// A2A_TEXT to the agent at A2A_URL, reads to the end, and fails if the SDK does.
import { randomUUID } from 'node:crypto';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';

const way = process.argv[2];
const transport = { JSONRPC: JsonRpcTransportFactory, 'HTTP+JSON': RestTransportFactory, GRPC: GrpcTransportFactory }[way];
const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports: [new transport()], preferredTransports: [way] });
const client = await new ClientFactory(options).createFromUrl(process.env.A2A_URL);
const message = {
  messageId: randomUUID(), role: 1, parts: [{ content: { $case: 'text', value: process.env.A2A_TEXT }, mediaType: 'text/plain' }],
  taskId: '', contextId: '', extensions: [], referenceTaskIds: [],
};
for await (const event of client.sendMessageStream({ message })) {
  console.error(event.payload.$case);
}
process.exit(0);
