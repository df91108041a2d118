// A page that draws a session as a plain React Flow canvas: a node for each turn, edges between them. `tineFlow` resolves with the
// milliseconds from the click on its button until the first nodes were painted, and the nodes of the document.
import { ReactFlow } from '@xyflow/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import '@xyflow/react/dist/style.css'

const { socketUrl, sessionId, onlyVisible } = window.tineFlowInput
const socket = new WebSocket(socketUrl)
const button = document.querySelector('button')

socket.addEventListener('open', () => {
  button.disabled = false
})

window.tineFlow = new Promise((resolve) => {
  button.addEventListener('click', async (event) => {
    const { threads, turns } = await call('session.read', { sessionId })
    const { nodes, edges } = graphOf(threads, turns)
    const flow = createElement(ReactFlow, { nodes, edges, onlyRenderVisibleElements: onlyVisible })
    createRoot(document.getElementById('flow')).render(flow)
    const look = () => {
      // A node is hidden until React Flow has measured it.
      const first = document.querySelector('.react-flow__node')
      if (!first || getComputedStyle(first).visibility !== 'visible') requestAnimationFrame(look)
      else
        requestAnimationFrame(() =>
          resolve({
            rowsMs: performance.now() - event.timeStamp,
            nodes: document.querySelectorAll('*').length,
          }),
        )
    }
    look()
  })
})

function call(command, input) {
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(data)
      if (frame.id === 1) resolve(frame.result)
    })
    socket.send(JSON.stringify({ id: 1, command, input }))
  })
}

/** The trunk downwards, each fork beside the turn it leaves. */
function graphOf(threads, turns) {
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  const rowOf = new Map(turns.filter(({ threadId }) => !byId.get(threadId).parentId).map(({ id, n }) => [id, n]))
  const last = new Map()
  const edges = []
  const nodes = turns.map(({ id, n, threadId, state }) => {
    const leaves = byId.get(threadId).branchPoint?.turnId
    const source = last.get(threadId) ?? leaves
    if (source) edges.push({ id: `${source} ${id}`, source, target: id, type: 'smoothstep' })
    last.set(threadId, id)
    const position = { x: leaves ? 220 : 0, y: 80 * ((leaves ? rowOf.get(leaves) : 0) + n) }
    return { id, position, data: { label: `Turn ${n} · ${state}` } }
  })
  return { nodes, edges }
}
