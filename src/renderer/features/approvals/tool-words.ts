import { splitToolName } from '../../../shared/domain/served-tool'

/** The name of a tool as a person reads it: `Bash` for `bash`, `query of the server db` for `mcp__db__query`. */
export function toolWords(tool: string): string {
  const served = splitToolName(tool)
  if (served) return `${served.tool} of the server ${served.slug}`
  return /^[a-z]+$/.test(tool) ? tool.charAt(0).toUpperCase() + tool.slice(1) : tool
}
