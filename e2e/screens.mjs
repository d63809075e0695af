// Pictures of every screen and state, light and dark, at 1440 and 390 px: node screens.mjs [--keep] [name…], as `make
// screens` runs it. They are written to out/screens as WebP; with names, only those are updated. --keep copies the
// pictures of the README and docs/screens.md to docs/screens. SCREENS_DIR, SCREENS_WIDTHS and SCREENS_THEMES
// (comma-separated lists) override the defaults.
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { launch, visitor } from './lib/browser.mjs'
import { paint } from './lib/look.mjs'
import { signIn } from './lib/people.mjs'
import { adminPlaces, creatorPlaces, furnish, publicPlaces, serverPlaces, staffPlaces } from './lib/places.mjs'
import { Server } from './lib/server.mjs'
import {
  bring,
  creatorStates,
  furnishStates,
  invitedStates,
  leave,
  manageStates,
  newcomer,
  newcomerStates,
  staffStates,
  visit,
  visitorStates,
} from './lib/states.mjs'

const list = (name, standard) => process.env[name]?.split(',') ?? standard
const out = resolve(process.env.SCREENS_DIR ?? join(import.meta.dirname, 'out/screens'))
const widths = list('SCREENS_WIDTHS', ['1440', '390']).map(Number)
const themes = list('SCREENS_THEMES', ['light', 'dark'])
const keeps = process.argv.includes('--keep')
const wanted = process.argv.slice(2).filter((name) => name !== '--keep')
const QUALITY = 36
const tallest = (width) => (width < 768 ? 1800 : 1280)

const server = await Server.hosting()
const browser = await launch()
await mkdir(out, { recursive: true })
if (wanted.length === 0)
  for (const file of await readdir(out)) if (/-\d+-(light|dark|oled|retro)\.webp$/.test(file)) await rm(join(out, file))

/** Takes a picture of the window. */
async function shoot(cdp, page, name, width, theme) {
  await paint(page, theme)
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await writeFile(join(out, `${name}-${width}-${theme}.webp`), Buffer.from(data, 'base64'))
}

/** The window grows to the page, so that elements at its edges are at the edges of the picture. */
async function stretch(page, width) {
  await page.evaluate(() => window.scrollTo(0, 0))
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(page.viewportSize().height, Math.min(height, tallest(width))) })
  const drawn = () =>
    Promise.race([
      Promise.all(
        [...document.images]
          .filter((one) => one.getBoundingClientRect().top < innerHeight)
          .map((one) => one.decode().catch(() => undefined)),
      ),
      new Promise((done) => setTimeout(done, 2_000)),
    ])
  await page.evaluate(drawn)
}

/** Opens each place once for each width, runs the steps to the state, and takes a picture in every theme. */
async function take(who, states) {
  const { page, context } = who
  const cdp = await context.newCDPSession(page)
  page.on('dialog', (question) => question.accept().catch(() => undefined))
  context.setDefaultTimeout(12_000)
  for (const state of states) {
    if (wanted.length > 0 && !wanted.some((one) => state.name === one || (one.endsWith('*') && state.name.startsWith(one.slice(0, -1)))))
      continue
    for (const width of widths) {
      if (state.at && !state.at.includes(width)) continue
      try {
        await visit(page, state, width)
        const { shown } = await bring(page, state, width)
        await page.mouse.move(0, 0)
        await page.waitForTimeout(350) // React delays lazily loaded parts by up to 300 ms
        if (!shown) await stretch(page, width)
        for (const theme of themes) await shoot(cdp, page, state.name, width, theme)
      } catch (error) {
        console.log(`${state.name} at ${width}: ${error.message.split('\n')[0]}`)
        process.exitCode = 1
      } finally {
        await leave(page, state)
      }
    }
  }
}

const still = { reducedMotion: 'reduce' }
try {
  const guest = await visitor(browser, server.url, still)
  await take(guest, [...(await publicPlaces(server)), ...visitorStates()])
  const creator = await visitor(browser, server.url, still)
  await signIn(creator.context, server, '演示创作者')
  const own = [...(await furnish(creator.context, server)), ...(await serverPlaces(creator.context, server))]
  const made = await furnishStates(browser, creator.context, server, own)
  await take(creator, [...creatorPlaces(), ...own, ...creatorStates(made), ...manageStates(made)])
  await take(await newcomer(browser, server), newcomerStates())
  const staff = await visitor(browser, server.url, still)
  await signIn(staff.context, server, '演示版主')
  await take(staff, [...(await staffPlaces(server)), ...staffStates(made)])
  const admin = await visitor(browser, server.url, still)
  await signIn(admin.context, server, '演示管理员')
  await take(admin, [...adminPlaces(), ...invitedStates()])
} finally {
  await browser.close()
  await server.stop()
}
let bytes = 0
const files = await readdir(out)
for (const file of files) bytes += (await stat(join(out, file))).size
console.log(`${files.length} pictures, ${(bytes / 1e6).toFixed(1)} MB`)
if (keeps) {
  const docs = join(import.meta.dirname, '../docs')
  const shown = (await readFile(join(docs, 'screens.md'), 'utf8')).matchAll(/\(screens\/([\w-]+\.webp)\)/g)
  for (const [, file] of shown) if (files.includes(file)) await copyFile(join(out, file), join(docs, 'screens', file))
}
