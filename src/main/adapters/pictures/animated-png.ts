/** Whether a PNG is an animation: it says so before its first picture. */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes[1] !== 0x50) return false
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}
