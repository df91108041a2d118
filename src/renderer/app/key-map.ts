// Every key of the window, in words: what the `?` dialog lists. What a key does is where it is heard.

export interface KeyGroup {
  title: string
  keys: readonly (readonly [keys: string, what: string])[]
}

export const KEY_MAP: readonly KeyGroup[] = [
  {
    title: 'Anywhere',
    keys: [
      ['Mod+K', 'search or run'],
      ['Mod+Shift+F', 'search everything that was said'],
      ['Mod+N', 'new session'],
      ['Mod+O', 'open a folder'],
      ['Mod+.', 'interrupt the selected thread'],
      ['Mod+Shift+.', 'stop all, after asking'],
      ['Mod+1', '…9: select the nth thread'],
      ['F6', 'next region'],
      ['A', 'approvals, outside of texts'],
      ['?', 'this map, outside of texts'],
      ['Escape', 'clear the message, to the approval, or close what is open; it never stops a fork'],
    ],
  },
  {
    title: 'In the timeline and the outline',
    keys: [
      ['J', 'next row, also ↓'],
      ['K', 'row before, also ↑'],
      ['←', 'to the parent'],
      ['→', 'into the fork'],
      ['[', 'fork before'],
      [']', 'next fork'],
      ['F', 'fork from here, or from under the pointer'],
      ['Enter', 'open'],
      ['Space', 'fold or open'],
      ['G', 'jump to a turn'],
      ['U', 'next thread that needs you'],
      ['D', 'changes of the selected thread'],
      ['C', 'mark to compare, or take the mark away'],
    ],
  },
  {
    title: 'While an approval is up, outside of texts',
    keys: [
      ['Y', 'allow once'],
      ['F', 'allow for this fork'],
      ['S', 'allow for this session'],
      ['P', 'allow for this project'],
      ['E', 'edit the input'],
      ['N', 'deny'],
    ],
  },
  {
    title: 'In the message',
    keys: [
      ['Enter', 'send'],
      ['Mod+Enter', 'send as a fork'],
      ['Shift+Enter', 'new line'],
    ],
  },
]
