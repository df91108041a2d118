// Draws the app's icon in every size the packages need, from its one source. Run it after a change of the drawing.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './lib/project.mjs'

const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

const folder = join(root, 'resources', 'packaging')
const source = await readFile(join(folder, 'icon.svg'))
await mkdir(join(folder, 'icons'), { recursive: true })
for (const size of ICON_SIZES) {
  // Small icons have no pixels to spare for the margin.
  const inset = size <= 48 ? Math.round((1024 - 824) / 2) : 0
  const drawn = sharp(source, { density: 96 }).resize(1024, 1024)
  const cropped = inset > 0 ? drawn.extract({ left: inset, top: inset, width: 824, height: 824 }) : drawn
  const file = join(folder, 'icons', `${size}x${size}.png`)
  await sharp(await cropped.png().toBuffer())
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(file)
}
