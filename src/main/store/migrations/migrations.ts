// The numbered migrations, in order: the nth brings a database from version n-1 to n. A released one never changes.
import { sql as first } from './0001-first'
import { sql as second } from './0002-groups-warmth-search'
import { sql as third } from './0003-worktree-life'
import { sql as fourth } from './0004-agents'
import { sql as fifth } from './0005-islands'
import { sql as sixth } from './0006-tool-servers'
import { sql as seventh } from './0007-attachments'
import { sql as eighth } from './0008-library'

export const MIGRATIONS: readonly string[] = [first, second, third, fourth, fifth, sixth, seventh, eighth]
