// What a person can do about a request the provider will never take.

const ABOUT_MEDIA = /\b(images?|documents?|pdfs?|vision|multimodal)\b/i

/**
 * The provider's words, and where they are about images or documents what helps: those are part of the conversation, so that
 * sending again ends the same way.
 */
export function refusalWords(message: string): string {
  if (!ABOUT_MEDIA.test(message)) return message
  const end = /[.!?]$/.test(message) ? '' : '.'
  return `${message}${end} What was attached or read stays in this conversation: go on with a model that takes it (/model), or fork from the turn before.`
}
