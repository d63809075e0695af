// Pictures of every screen and state, light and dark, at 1440 and 390 px: node screens.mjs [name…], as `make screens`
// does. They go to docs/screens as WebP; with names, only those are made again.
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { launch, visitor } from './lib/browser.mjs'
import { paint, settled } from './lib/look.mjs'
import { signIn } from './lib/people.mjs'
import { creatorPlaces, furnish, publicPlaces, staffPlaces } from './lib/places.mjs'
import { Server } from './lib/server.mjs'
import { staffStates, visitorStates, creatorStates } from './lib/states.mjs'

const out = resolve(import.meta.dirname, '../docs/screens')
const wanted = process.argv.slice(2)
const QUALITY = 62
const TALLEST = { 1440: 1500, 390: 1800 }
const MOST_BYTES = 20 << 20

const server = await Server.start()
await server.run('demo')
const browser = await launch()
await mkdir(out, { recursive: true })
// Other pictures of the folder, as the README's, stay.
if (wanted.length === 0) for (const file of await readdir(out)) if (/-(1440|390)-(light|dark)\.webp$/.test(file)) await rm(join(out, file))

async function shoot(cdp, page, name, width, theme) {
  await paint(page, theme)
  const height = await page.evaluate(() => Math.max(document.documentElement.scrollHeight, innerHeight))
  const { data } = await cdp.send('Page.captureScreenshot', {
    format: 'webp', quality: QUALITY, captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST[width]), scale: 1 },
  })
  await writeFile(join(out, `${name}-${width}-${theme}.webp`), Buffer.from(data, 'base64'))
}

/** Opens each place once a width, does what leads to the state, and takes it in both themes. */
async function take(who, places) {
  const { page, context } = who
  const cdp = await context.newCDPSession(page)
  for (const place of places) {
    if (wanted.length > 0 && !wanted.includes(place.name)) continue
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      try {
        await place.before?.(page)
        await page.goto(place.path)
        if (place.unsettled) await page.waitForTimeout(700)
        else await settled(page)
        await place.act?.(page, width)
        for (const theme of ['light', 'dark']) await shoot(cdp, page, place.name, width, theme)
      } catch (error) {
        console.log(`${place.name} at ${width}: ${error.message.split('\n')[0]}`)
        process.exitCode = 1
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    }
  }
}

try {
  const guest = await visitor(browser, server.url, { reducedMotion: 'reduce' })
  await take(guest, [...await publicPlaces(server), ...visitorStates()])
  const creator = await visitor(browser, server.url, { reducedMotion: 'reduce' })
  await signIn(creator.context, server, '演示创作者')
  const own = await furnish(creator.context, server)
  await take(creator, [...creatorPlaces(), ...own, ...creatorStates()])
  const staff = await visitor(browser, server.url, { reducedMotion: 'reduce' })
  await signIn(staff.context, server, '演示版主')
  await take(staff, [...staffPlaces(), ...staffStates()])
} finally {
  await browser.close()
  await server.stop()
}
let bytes = 0
const files = await readdir(out)
for (const file of files) bytes += (await stat(join(out, file))).size
console.log(`${files.length} pictures, ${(bytes / (1 << 20)).toFixed(1)} MiB`)
if (bytes > MOST_BYTES) {
  console.log('more than 20 MiB')
  process.exitCode = 1
}
