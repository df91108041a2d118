import {
  FileText,
  GitFork,
  Globe,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Pencil,
  Search,
  SquareTerminal,
  Wrench,
} from 'lucide-react'
import type { CallIcon } from './call-words'

const ICONS: Record<CallIcon, LucideIcon> = {
  read: FileText,
  edit: Pencil,
  search: Search,
  command: SquareTerminal,
  fork: GitFork,
  message: MessageSquare,
  list: ListChecks,
  web: Globe,
  tool: Wrench,
}

/** The sign of a kind of tool; decoration, the verb stands beside it. */
export function CallSign({ icon }: { icon: CallIcon }) {
  const Icon = ICONS[icon]
  return <Icon size={13} strokeWidth={1.75} aria-hidden="true" />
}
