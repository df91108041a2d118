// The parts of docs/protocol.md that are told, not listed.

export interface ConnectionFacts {
  /** Codes of ours to close a socket, by their reason. */
  close: Record<'goingAway' | 'notText' | 'internal' | 'tooSlow' | 'refused' | 'silent', number>
  frameBytes: number
  sockets: number
  authMs: number
  heartbeatMs: number
  dropDeltasBytes: number
  cutOffBytes: number
  codeLifetimeMs: number
}

export const INTRODUCTION = `# The host's protocol

Everything that talks to Tine's host speaks this: the page in the window, the page in a browser, tests, scripts.

This file is generated from the schemas. After changing one: \`UPDATE_DOCS=1 npx vitest run src/main/host/protocol-docs\`.`

export const DOORS = `\`tine serve\` prints exactly one line on standard output when it accepts connections, \`READY http://127.0.0.1:PORT/#token=TOKEN\`; its log,
JSON lines, goes to standard error. The token lives as long as the process. A signal (SIGINT, SIGTERM, SIGHUP) ends it in good order, a second one at once.

| Exit code | |
|---|---|
| 0 | It was asked to end. |
| 1 | The data folder cannot be used, or a fault of the app. |
| 2 | A wrong argument; standard error names it. |
| 3 | Another process owns the data folder; standard error names its address, without the token. |
| 4 | The port cannot be had. |`

/** How a client of the serve door gets in and what it may do. */
export function connecting(facts: ConnectionFacts): string {
  const { close } = facts
  const seconds = (ms: number) => `${ms / 1000} seconds`
  const megabytes = (bytes: number) => `${bytes / (1024 * 1024)} MB`
  return `## Connecting

The desktop window has a MessagePort; the frames below cross it as objects. The serve door has a WebSocket at \`ws://127.0.0.1:PORT/host\`, where each frame
is one text message of JSON.

- \`Host\` must be \`127.0.0.1:PORT\` or \`localhost:PORT\` (else 421), and an \`Origin\`, where there is one, \`http://\` and one of these (else 403).
- A script shows the token as \`?token=\` or \`Authorization: Bearer\`; a wrong one is answered with 401.
- A page, which can keep the token out of addresses, sends \`{ "auth": "TOKEN" }\` as its first frame within ${seconds(facts.authMs)}, and is answered with \`{ "auth": "ok" }\`.
- \`tine serve --open\` opens \`/open?code=…\`, which leads to the page once, within ${seconds(facts.codeLifetimeMs)}.
- A frame has at most ${megabytes(facts.frameBytes)}; there are at most ${facts.sockets} sockets (else 503). Every ${seconds(facts.heartbeatMs)} the server pings; who gave no sign of life since the last ping is cut off.
- When more than ${megabytes(facts.dropDeltasBytes)} wait for a slow client, it gets no deltas; the finished item repairs the gap. Beyond ${megabytes(facts.cutOffBytes)} it is cut off, and subscribes again from the last \`seq\` it saw.

| Close code | |
|---|---|
| ${close.goingAway} | The server ends. |
| ${close.notText} | A frame was not text. |
| 1009 | A frame was too large. |
| ${close.internal} | A fault of the server; connect again. |
| ${close.tooSlow} | Too much waited for this client; connect again. |
| ${close.refused} | The first frame was not the token. |
| ${close.silent} | No first frame came in time. |`
}

export const FRAMES = `- A request: \`{ "id": 7, "command": "fork.start", "input": { … } }\`. The id is the client's own; answers may come in another order.
- An answer: \`{ "id": 7, "ok": true, "result": { … } }\` or \`{ "id": 7, "ok": false, "failure": { "code": "fork.off", "message": "…" } }\`. What had no readable id is answered with \`null\`.
- An event: \`{ "event": { "seq": 118, "type": "thread.created", "sessionId": "…", … } }\`. Ephemeral events carry no \`seq\`.`

export const NAMING = `A client may name what it creates (\`sessionId\`, \`threadId\`, \`turnId\`, \`threadIds\`): the same id with the same input gives the first answer again, with another
input \`conflict\`. So a command whose answer was lost can be sent again. \`?\` marks what may be left out; unknown fields are refused.`
