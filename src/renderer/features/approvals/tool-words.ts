/** The name of a tool as a person reads it: `Bash` for `bash`; names of tool servers stay as they are. */
export function toolWords(tool: string): string {
  return /^[a-z]+$/.test(tool) ? tool.charAt(0).toUpperCase() + tool.slice(1) : tool
}
