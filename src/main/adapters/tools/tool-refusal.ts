/**
 * What the model caused and can mend: the sentence becomes the call's error result. Anything else that is thrown while a
 * tool runs is a bug, or the signal's reason.
 */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal'
}
