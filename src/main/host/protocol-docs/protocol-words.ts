// What the schemas of the protocol cannot say about themselves. A name without its sentence does not compile.
import type { CommandName } from '../../../shared/contract/commands'
import type { HostEvent } from '../../../shared/contract/events'
import type { FailureCode } from '../../../shared/contract/failure'
import type { ShellCommandName } from '../../../shared/contract/shell-commands'
import type { SettingsPatch } from '../../../shared/domain/settings'

export const COMMAND_WORDS: Record<CommandName, string> = {
  'app.info': 'Facts about the host and what it runs on.',
  'project.open': 'Opens a folder as a project; the same folder again gives the same project.',
  'project.list': 'The projects that were opened, the last one first.',
  'project.trust':
    'Without `hash`: what the files of the project would switch on, and what changed since they were trusted. With the hash just read: trusts exactly those files.',
  'demo.open': 'Opens the sample project, whose model is a script. No key is needed for it.',
  'settings.read':
    'The settings in force, environment and flags included, and where the key comes from; never the key.',
  'settings.write': 'Changes some settings; the key is taken here and never given out again.',
  'session.create': 'Begins a session with its main thread.',
  'session.configure':
    'Chooses for one session whether its models may fork. Forks that run go on; descriptions and schemas follow in new snapshots only.',
  'session.list': 'The sessions of one project or of all, the last used first.',
  'session.read':
    'A session with its threads, its turns without their items, its open approvals, and the number of its last event.',
  'session.subscribe':
    'Answers with the number of the last event, then sends every stored event after `fromSeq` in order, then live ones. Holds until the connection ends.',
  'session.import':
    'Makes a session of a file: a transcript of Claude Code with those of its agents, or a bundle. All of it or nothing; lines that cannot be read are counted and named.',
  'session.importable': 'The transcripts Claude Code keeps of a project, the newest first.',
  'session.export':
    'Writes a session to a file, as it stands at one moment: a bundle another machine can import, or Markdown to be read. A file that is there is left alone unless told otherwise.',
  'session.stopAll': 'Stops every thread of the session that does something.',
  'request.list': 'The requests a thread made to the provider, with what was forecast, billed and shared.',
  'request.read': 'One request, with its body exactly as it was sent.',
  'ledger.read': 'What a session used and cost: per thread, and in all.',
  'thread.read': 'Turns of a thread with their items, the newest ones first asked for, each page oldest first.',
  'thread.configure': 'Changes what a thread runs with, from its next turn on.',
  'turn.send':
    'Says something in a thread. While a turn runs the text waits for the next one, or with `steer` goes into the running one.',
  'turn.interrupt': 'Ends the running turn; the thread can be resumed.',
  'tool.stop': 'Ends one call of a tool; the model is told.',
  'tool.output': 'A stretch of what a call put out, for what its item left out.',
  'tool.image': 'An image a call gave back, as an address a page can show.',
  'thread.resume': 'Goes on with a thread that was interrupted, failed or was stopped, with a text or where it stood.',
  'thread.forecast':
    'What the next request of a thread would be billed: told before a cold one is woken, and before a sibling leaves without its leader.',
  'thread.keepWarm':
    'Reads what a resting thread sent last again and again, so that it stays in the cache; answers with the price. Ends at its time, when the thread sends, or with 0; after a restart it is off.',
  'thread.startNow':
    'Lets a sibling go that waits for its leader; it then writes what they share itself. Once more is harmless.',
  'thread.stop': 'Ends a fork or an agent; other threads go on.',
  'fork.forecast': 'What forks from a turn would share and cost before the first of them runs.',
  'fork.start': 'Starts one fork or branch for each directive. Every one inherits the conversation up to the turn.',
  'approval.list': 'The open questions of one session or of all, and those decided.',
  'approval.answer': 'Allows or denies a parked call: once, or for a wider scope by the rule that was offered.',
  'worktree.read':
    'The worktree of a thread, the files that differ from its base, and the difference as text, cut at 1 MB.',
  'worktree.file': 'One file of those changes in full: its hunks, or both sides of an image.',
  'worktree.open': 'Opens the worktree or a file of it in the editor named in the settings.',
  'worktree.restore': 'Brings a discarded worktree back to its place, bytes and modes.',
  'worktree.merge':
    'Brings the files of a worktree into the folder or the branch of its parent, after a check; a conflict touches nothing.',
  'worktree.list':
    'All worktrees with what they take, what belongs to none, and where database, git and disk disagree.',
  'worktree.reconcile': 'Repairs such differences; it never deletes.',
  'worktree.free': 'Frees the folder of a discarded worktree after its archive was verified.',
  'thread.bringBack': 'Brings report, chosen turns and files of a thread home into its parent.',
  'worktree.keep': 'Leaves a worktree to the person: nothing moves it away any more.',
  'worktree.discard':
    'Moves a worktree away. What would be lost needs `confirm`; commits stay reachable by the refs named.',
  search:
    'Finds words in everything that was said, asked, done and reported, in all sessions or those of one project; discarded and archived threads included.',
  'project.files':
    'Finds files by letters of their path, in the folder the thread works in. What is ignored is left out.',
  'draft.write': 'Keeps what is written for a thread and not sent; an empty text forgets it.',
  'permission.rules':
    'The permission rules of the settings files and of the person for a project, and what of the files cannot be used.',
  'permission.test':
    'What would be said of a call in every mode, by which rule of which file, and of each command of a line. Nothing is run.',
  'library.list':
    'The agents, commands and skills of a project and of the home folder, what of them counts now, and the files that cannot be used.',
  'memory.list':
    'The notes for models of a project: what new sessions begin with, what is told later, and what is left out.',
  'command.run':
    'Runs a command or skill by its name: its text becomes the message of the thread, or with `context: fork` the task of an island beside it.',
  'mcp.list':
    'The tool servers (MCP) that files name for a project: their state and tools; with a thread, what of them it takes and carries.',
  'mcp.reconnect': 'Connects a session to a tool server again; how that ends is told by `mcp.changed`.',
  'draft.read': 'What was written and put by for the threads of a session and not sent.',
  'attachment.add':
    'Puts a file by for the next message of a thread, in pieces where it is large. With the last piece it is checked by its content and reduced, once; it stays with the draft until it is sent or taken away.',
  'attachment.read': 'An attachment as it is sent: an image as an address a page can show, a text as it is.',
  'attachment.remove': 'Takes an attachment away that was not sent.',
}

export const SHELL_WORDS: Record<ShellCommandName, string> = {
  'shell.pickFolder': 'Shows the dialog of the system for choosing a folder.',
  'shell.pickFile': 'Shows the dialog of the system for choosing a file.',
  'shell.pickPlace': 'Shows the dialog of the system for choosing where to write a file.',
}

export const EVENT_WORDS: Record<HostEvent['type'], string> = {
  'session.changed': 'The session: its title, state, counts, money.',
  'thread.created': 'A thread began.',
  'thread.changed': 'A thread, as it is now.',
  'turn.created': 'A turn began or was queued.',
  'turn.changed': 'A turn, as it is now.',
  'item.added': 'Something new in a turn.',
  'item.changed': 'An item, as it is now; it replaces what deltas added up to.',
  'item.delta':
    'A piece of an item that still grows. Ephemeral: no `seq`, never sent again, left out when a client is slow.',
  'approval.opened': 'A call waits for an answer.',
  'approval.decided': 'A question was answered or closed.',
  'request.finished': 'A request to the provider ended, with what it used and cost.',
  'notification.delivered': 'The result of one thread arrived in another.',
  'worktree.changed': 'A worktree, as it is now.',
  'mcp.changed': 'A tool server of the session is in another state, or offers other tools; `mcp.list` says which.',
  'settings.changed': 'The settings in force. Of no session: every client gets it without subscribing.',
}

export const FAILURE_WORDS: Record<FailureCode, string> = {
  invalid_input: 'The frame or the input does not have its form; `path` and `issues` say where.',
  unknown_command: 'This door, or this version, has no such command.',
  not_found: 'What an id names is not there.',
  conflict: 'The id is taken by something else, or the state changed meanwhile.',
  internal: 'A fault of the app; `incident` stands in the log.',
  'fork.off': 'Fork mode is turned off.',
  'fork.coordinator': 'A coordinator does not fork.',
  'fork.not_forkable': 'No thread can leave at this turn.',
  'budget.exceeded': 'A budget is used up, or the next request would exceed it.',
  'attachment.refused': 'A file cannot go with a message; the sentence names it, and says why and what helps.',
  'approval.decided': 'The question has its answer already.',
  'worktree.missing': 'The folder of the worktree is gone.',
  'worktree.dirty': 'Work would be lost; `confirm` goes on all the same.',
  'worktree.conflict': 'The changes contradict each other in `files`; nothing was touched.',
  'worktree.not_git': 'The project is no git repository.',
  'worktree.no_commit': 'The repository has no commit to start from.',
  'worktree.busy': 'Something uses the worktree right now.',
  'thread.running': 'The thread runs; this can be done when it rests.',
  'thread.nothing_to_resume': 'The thread has nothing to go on with.',
  'project.not_found': 'There is nothing at this path.',
  'project.not_a_folder': 'There is something else than a folder at this path.',
  'project.unreadable': 'The folder cannot be read.',
  'provider.no_key': 'There is no key for the address in use.',
  'provider.auth': 'The provider does not accept the key.',
  'provider.model': 'The provider does not have the model.',
  'provider.network': 'The provider cannot be reached, or the connection broke.',
  'provider.rate_limited': 'The provider asks to wait (429).',
  'provider.overloaded': 'The provider is overloaded (529).',
  'provider.refused': 'The provider refused the request.',
  'provider.protocol': 'The provider answered with something that is not its protocol.',
  'store.locked': 'Another process owns the data folder; `owner` names it.',
  'store.newer': 'The data folder was written by a newer version.',
  'store.unreadable': 'The data folder cannot be used.',
  'store.full': 'The disk is full; nothing of the change was stored.',
}

export const SETTING_WORDS: Record<keyof SettingsPatch, string> = {
  apiKey: 'The key for the provider at `baseUrl`. Written only; null forgets it.',
  baseUrl: 'Where the provider is; null: its own address.',
  model: 'The model of new sessions.',
  effort: 'How hard the model thinks; null: its own default.',
  permissionMode: 'What new sessions ask about.',
  'fork.mode': 'Whether agents fork from the conversation.',
  'fork.concurrency': 'How many forks run at once.',
  'fork.gate': 'Whether the first fork of a group warms the cache before the others start.',
  'fork.gateHoldMs': 'How long the others wait for it at most.',
  'fork.isolation': 'Where forks work; null: in a worktree where there is git and a commit, else in the folder itself.',
  'notify.wake': 'Whether a result that arrives starts a turn: while the cache is warm, always, or never.',
  'budget.fork':
    'The most one fork may cost; null: no limit. A request that would exceed a limit pauses its thread. Models without a known price are not counted.',
  'budget.group': 'The most the forks started together may cost.',
  'budget.session': 'The most a session may cost.',
  'budget.day': 'The most a day may cost.',
  'cache.ttl': 'How long the provider keeps a prefix.',
  'replace.resultChars': 'A result longer than this goes to the model as a preview.',
  'replace.messageChars': 'The same for all results of one message together.',
  'replace.previewChars': 'The length of a preview.',
  'limits.forkSteps': 'The most requests of a fork in one run.',
  'limits.agentSteps': 'The most requests of an agent in one run.',
  'worktree.rescueDays': 'How long worktrees that were moved away are kept.',
  'worktree.copy':
    'Ignored files a project needs (`.env`): new worktrees get copies. Paths or globs, relative to the project.',
  'worktree.link':
    'Ignored folders a project needs (`node_modules`): new worktrees get links to those of the parent. What is written through one lands there.',
  'worktree.submodules':
    'In a new worktree submodules stay empty and are told of, or are filled from what is already here.',
  'editor.command':
    'The editor, as a list of arguments; `{file}` and `{folder}` are put in. It is started without a shell; null: none.',
  'web.privateHosts':
    'Hosts that WebFetch may reach although they lie in a private network: names, addresses, or `*.name` for all below one. Cloud metadata only by its own address.',
  'web.serverTools':
    'The provider’s own web tools in new sessions: it searches or fetches itself, and nothing of that is asked. Only at Anthropic’s own address, and only with `web.serverDomains`.',
  'web.serverDomains':
    'The domains the provider’s web tools are held to, each with all below it; without one they are not offered.',
  'update.automatic':
    'Whether the desktop app looks for newer versions of itself; one is put in place when it quits, and only then.',
  theme: 'Light, dark, or as the system is.',
  'notify.system':
    'Whether the system tells of questions while the window is not in front: from the desktop app, from a browser as well, or never.',
  'hints.seen': 'Hints a person was given; each is given once.',
  'keyboard.bindings': 'Keys a person chose, by action; an action that is not listed has its own.',
}
