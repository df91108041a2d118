// What a provider takes of images and documents, dated 2026-11-30. It holds for a whole request: for everything a conversation holds.

/**
 * The longest side of an image as it is sent. More does not make most models see more, each pixel is paid for, and beyond 20
 * images a request takes none over 2,000; models that see finer are content with this as well.
 */
export const SENT_SIDE = 1568
/** Where nothing can be reduced: the longest side that is taken of few images. */
export const MOST_SIDE = 8000
/** The largest image, in bytes before base64, which adds a third; it takes 5 MB of that. */
export const IMAGE_BYTES = 3_700_000
/** An image kept without loss may be so large; else it is written as a photograph. */
export const LOSSLESS_BYTES = 1_500_000
/** More pixels are not decoded at all: a small file can hold more than there is memory. */
export const MOST_PIXELS = 120_000_000
/** The largest PDF, in bytes before base64: a conversation around it has to fit one request as well. */
export const PDF_BYTES = 16_000_000

/** What a request takes in all, of its 32 MB what is not told apart here left out. */
export const REQUEST_CHARS = 30_000_000
/** From here on a thread is summarised before its next step, while that still fits. */
export const FULL_CHARS = 24_000_000
export const REQUEST_IMAGES = 100
export const FULL_IMAGES = 90

/** Pages of PDF a request takes: models with a long context take more. */
export function mostPages(contextWindow: number): number {
  return contextWindow >= 1_000_000 ? 600 : 100
}
