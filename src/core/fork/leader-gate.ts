// The leader gate: of a group of siblings one goes first, the rest leave when what it wrote can be read.

interface Group {
  leader: string | null
  open: boolean
  waiting: string[]
}

/** Decides who of each group may send now. Pure: it keeps no time and sends nothing. */
export class LeaderGate {
  private readonly groups = new Map<string, Group>()
  private readonly groupOf = new Map<string, string>()

  /** A thread wants to send: `go` for the first of its group and once the group is open, else `wait`. */
  join(groupId: string, threadId: string): 'go' | 'wait' {
    const group = this.groups.get(groupId) ?? { leader: null, open: false, waiting: [] }
    this.groups.set(groupId, group)
    this.groupOf.set(threadId, groupId)
    if (group.open) return 'go'
    if (group.leader === null) {
      group.leader = threadId
      return 'go'
    }
    if (!group.waiting.includes(threadId)) group.waiting.push(threadId)
    return 'wait'
  }

  /** What a thread wrote can be read: answers who may go now. */
  readable(threadId: string): string[] {
    const group = this.groups.get(this.groupOf.get(threadId) ?? '')
    if (!group || group.open) return []
    group.open = true
    return group.waiting.splice(0)
  }

  /** A thread ended or gave up. When it led a group that is still closed, the next one leads. */
  left(threadId: string): string[] {
    const group = this.groups.get(this.groupOf.get(threadId) ?? '')
    this.groupOf.delete(threadId)
    if (!group) return []
    group.waiting = group.waiting.filter((other) => other !== threadId)
    if (group.open || group.leader !== threadId) return []
    group.leader = group.waiting.shift() ?? null
    return group.leader === null ? [] : [group.leader]
  }

  /** A waiting thread may go although the group is closed (it waited long enough, or a person wants it). */
  release(threadId: string): boolean {
    const group = this.groups.get(this.groupOf.get(threadId) ?? '')
    const at = group?.waiting.indexOf(threadId) ?? -1
    if (!group || at < 0) return false
    group.waiting.splice(at, 1)
    return true
  }
}
