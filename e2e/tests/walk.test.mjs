// Every page for every kind of account, in four themes and five widths: no error, no failed request, no finding of
// axe, no horizontal scroll, no overlapping elements, no cut text, no layout shift.
import { visitor } from '../lib/browser.mjs'
import { themes, themesAt } from '../lib/look.mjs'
import { signIn } from '../lib/people.mjs'
import { adminPlaces, creatorPlaces, furnish, publicPlaces, serverPlaces, staffPlaces } from '../lib/places.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'
import { walk } from '../lib/walk.mjs'

// Each worker has a site of its own.
test.describe.configure({ mode: 'parallel' })

let server, browser, own

test.beforeAll(async ({ browser: one }) => {
  browser = one
  server = await Server.hosting()
  // Runs before the checks, because it changes the feed of the home page.
  const { context } = await come('演示创作者')
  own = [...(await furnish(context, server)), ...(await serverPlaces(context, server))]
  await context.close()
})

test.afterAll(async () => {
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
// Each theme is checked at one width. WALK_ALL=1 checks all themes at both, as `make walk` does; WALK_ONLY names the
// places to check.
const only = process.env.WALK_ONLY?.split(',')
const whole = Boolean(only) || process.env.WALK_ALL === '1'

const all = (places, who) =>
  walk(
    places.filter((place) => !only || only.includes(place.name)),
    who,
    { themes: (width) => (whole ? themes : themesAt(width)) },
  )

test('a visitor finds nothing wrong on any page', async () => {
  expect(await all([...(await publicPlaces(server)), fromLetter], await come())).toEqual([])
})

test('a creator finds nothing wrong on any page', async () => {
  expect(await all([...creatorPlaces(), ...ofDraft, ...own], await come('演示创作者'))).toEqual([])
})

test('a moderator finds nothing wrong on any page', async () => {
  expect(await all([...(await staffPlaces(server)), ...fromQueue], await come('演示版主'))).toEqual([])
})

test('an administrator finds nothing wrong on any page', async () => {
  expect(await all(adminPlaces(), await come('演示管理员'))).toEqual([])
})
