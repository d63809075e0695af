// Compares two folders of pictures pixel by pixel: node compare.mjs BEFORE AFTER. It lists the pictures that differ,
// the greatest difference first, writes the differing pixels to out/differences, and exits with 1 if any picture
// differs.
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { launch } from './lib/browser.mjs'
import { compareFolders } from './lib/compare.mjs'

const [before, after] = process.argv.slice(2)
if (!before || !after) {
  console.error('node compare.mjs BEFORE AFTER: two folders of pictures')
  process.exit(2)
}
const marks = join(import.meta.dirname, 'out/differences')
await rm(marks, { recursive: true, force: true })
const browser = await launch()
try {
  const { same, different, only } = await compareFolders(browser, resolve(before), resolve(after), marks)
  for (const { file, share, why } of different) console.log(`${why ?? `${(share * 100).toFixed(2).padStart(6)} %`}  ${file}`)
  for (const { file, folder } of only) console.log(`only in ${folder}  ${file}`)
  console.log(
    `${same} pictures are the same, ${different.length} differ${different.length > 0 ? ` (see ${marks})` : ''}, ${only.length} have no other`,
  )
  if (different.length + only.length > 0) process.exitCode = 1
} finally {
  await browser.close()
}
