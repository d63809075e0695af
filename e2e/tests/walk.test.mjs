// Every page for every kind of account, in four themes and five widths: no error, no failed request, no finding of
// axe, no horizontal scroll, no overlapping elements, no cut text, no layout shift.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { launch, visitor } from '../lib/browser.mjs'
import {
  complete,
  cutRings,
  cutTexts,
  findings,
  firstField,
  overflow,
  overlaps,
  paint,
  themes,
  themesAt,
  watchShifts,
  widths,
} from '../lib/look.mjs'
import { signIn } from '../lib/people.mjs'
import { creatorPlaces, furnish, publicPlaces, staffPlaces } from '../lib/places.mjs'
import { Server } from '../lib/server.mjs'

const MOST_SHIFT = 0.05
/** How far from the top of a page of work its first field may be at 1440 × 900, in px. */
const FIRST_FIELD = 220

let server, browser, own

before(async () => {
  server = await Server.demonstration()
  browser = await launch()
  // Runs before the checks, because it changes the feed of the home page.
  const { context } = await come('演示创作者')
  own = await furnish(context, server)
  await context.close()
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

async function come(name) {
  const who = await visitor(browser, server.url, { reducedMotion: 'reduce' })
  if (name) await signIn(who.context, server, name)
  return who
}

// Addresses without a picture of their own: a link of a letter, and the staff's view of a creator's page.
const fromLetter = { name: 'reset-password-new', path: `/auth/reset-password?flow=${'a'.repeat(60)}` }
const fromQueue = [
  { name: 'moderation-thread', path: '/project/lobby-aquarium/moderation' },
  { name: 'moderation-thread-rejected', path: '/project/sand-seasons/moderation' },
]

// Settings of a project that is not published, which have the checklist above them.
const ofDraft = ['', '/description', '/tags'].map((part) => ({
  name: `project-settings-draft${part.replace('/', '-')}`,
  path: `/project/sun-clock-garden/settings${part}`,
}))
/** Pages whose first field must stand near the top. */
const ofWork = /^(project|organization)-settings|^settings-|^version-new/

// Each theme is checked at one width. WALK_ALL=1 checks all themes at both, as `make walk` does; WALK_ONLY names the
// places to check.
const only = process.env.WALK_ONLY?.split(',')
const whole = Boolean(only) || process.env.WALK_ALL === '1'

/** Empties the browser's cache. */
async function forget(page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  await cdp.detach()
}

/** Visits the places in one context and collects the faults of each. */
async function walk(t, places, { page, context, complaints }) {
  const wrong = []
  await watchShifts(context)
  for (const { name, path, status = [200] } of places.filter((place) => !only || only.includes(place.name))) {
    const say = (text) => wrong.push(`${name} (${path}): ${text}`)
    try {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const answer = await page.goto(path)
        if (!status.includes(answer.status())) say(`answers ${answer.status()}`)
        await complete(page)
        let shifts = await page.evaluate(() => window.shifts)
        if (shifts.value >= MOST_SHIFT) {
          // Shifts on a busy machine count only if they occur again for a new visitor.
          t.diagnostic(`${name} shifted by ${shifts.value.toFixed(3)} at ${width} px once: ${shifts.sources.slice(0, 4).join('; ')}`)
          await forget(page)
          await page.reload()
          await complete(page)
          shifts = await page.evaluate(() => window.shifts)
        }
        if (shifts.value >= MOST_SHIFT) say(`shifts by ${shifts.value.toFixed(3)} at ${width} px: ${shifts.sources.slice(0, 4).join('; ')}`)
      }
      // An open dialog hides the page's heading from the accessibility tree, not from the page.
      await page
        .locator('h1')
        .first()
        .waitFor({ state: 'attached', timeout: 10_000 })
        .catch(() => undefined)
      const heads = await page.locator('h1').count()
      if (heads !== 1) say(`${heads} first headings`)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await overflow(page)
        if (wide) say(`scrolls sideways at ${width} px by ${wide}`)
        for (const over of await overlaps(page)) say(`at ${width} px one lies over the other: ${over}`)
      }
      // The structure is the same in every theme: it is checked once at either width.
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        for (const [at, theme] of (whole ? themes : themesAt(width)).entries()) {
          await paint(page, theme)
          for (const found of await findings(page, { coloursOnly: at > 0 })) say(`axe in ${theme} at ${width} px: ${found}`)
        }
        for (const cut of await cutTexts(page)) say(`at ${width} px a text is cut: ${cut}`)
        for (const cut of await cutRings(page)) say(`at ${width} px a focus ring is cut: ${cut}`)
        const first = width === 1440 && ofWork.test(name) ? await firstField(page) : undefined
        if (first > FIRST_FIELD) say(`its first field is ${first} px from the top`)
      }
      for (const complaint of complaints.splice(0)) {
        // On this page the missing address is expected.
        if (!(status.includes(404) && complaint.includes('404'))) say(complaint)
      }
    } catch (error) {
      say(error.message.split('\n')[0])
      complaints.splice(0)
    }
  }
  await context.close()
  return wrong
}

test('overlapping elements are found', async () => {
  const { page, context } = await come()
  await page.setContent(
    '<p>一行文字</p><button style="margin-top:-34px">按钮</button><p>另一行</p><details><summary>更多</summary><p>收起的文字</p></details><p>最后一行</p>',
  )
  assert.deepEqual(await overlaps(page), ['p. "一行文字" and button. "按钮"'])
  await context.close()
})

test('a text that is cut without an ellipsis is found', async () => {
  const { page, context } = await come()
  const box = (style, text) => `<p style="width:60px;white-space:nowrap;overflow:hidden;${style}">${text}</p>`
  await page.setContent(box('', '一二三四五六') + box('text-overflow:ellipsis', '有省略号的文字') + box('overflow:auto', '可以滚动的文字'))
  assert.deepEqual(await cutTexts(page), ['"一二三四五六" in p.'])
  await context.close()
})

test('a cut focus ring is found, and the first field is measured', async () => {
  const { page, context } = await come()
  await page.setContent(
    '<style>:focus-visible{outline:2px solid red;outline-offset:2px}</style><main><form style="padding-top:100px"><p style="overflow:hidden"><a href="/a">看</a></p><p><input></p></form></main>',
  )
  assert.deepEqual(await cutRings(page), ['a. in p.'])
  assert.ok((await firstField(page)) > 100)
  await context.close()
})

// Two at once: each mostly works on one page, and there are at least two processors.
describe('every page', { concurrency: 2 }, () => {
  test('a visitor finds nothing wrong on any page', async (t) => {
    assert.deepEqual(await walk(t, [...(await publicPlaces(server)), fromLetter], await come()), [])
  })

  test('a creator finds nothing wrong on any page', async (t) => {
    assert.deepEqual(await walk(t, [...creatorPlaces(), ...ofDraft, ...own], await come('演示创作者')), [])
  })

  test('a moderator finds nothing wrong on any page', async (t) => {
    assert.deepEqual(await walk(t, [...(await staffPlaces(server)), ...fromQueue], await come('演示版主')), [])
  })
})
