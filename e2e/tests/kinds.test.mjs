// One page of each kind, wide and narrow, in one theme: the part of the walk over every page that finds the most.
import { visitor } from '../lib/browser.mjs'
import { signIn } from '../lib/people.mjs'
import { adminPlaces, creatorPlaces, publicPlaces, staffPlaces } from '../lib/places.mjs'
import { expect, test, whole } from '../lib/test.mjs'
import { walk } from '../lib/walk.mjs'

const kinds = {
  visitor: [
    'home',
    'search-mods',
    'search-all',
    'search-users',
    'project',
    'project-versions',
    'version',
    'user',
    'sign-in',
    'legal-terms',
    'not-found',
  ],
  演示创作者: [
    'dashboard',
    'dashboard-projects',
    'dashboard-notifications',
    'settings-account',
    'project-settings',
    'version-new',
    'servers',
  ],
  演示版主: ['moderation', 'moderation-queue', 'moderation-project', 'moderation-audit'],
  演示管理员: ['moderation-nodes'],
}
const twoLooks = { sizes: [390, 1440], themes: (width) => [width > 768 ? 'light' : 'dark'] }

for (const [account, names] of Object.entries(kinds))
  test(`${account} finds nothing wrong on one page of each kind`, account === 'visitor' ? {} : whole, async ({ browser, site }) => {
    const who = await visitor(browser, site.url, { reducedMotion: 'reduce' })
    if (account !== 'visitor') await signIn(who.context, site, account)
    const places = [...(await publicPlaces(site)), ...creatorPlaces(), ...(await staffPlaces(site)), ...adminPlaces()]
    const chosen = names.map((name) => places.find((place) => place.name === name))
    expect(chosen).not.toContain(undefined)
    expect(await walk(chosen, who, twoLooks)).toEqual([])
  })
