import { expect, test } from 'vitest'
import { linesOf, newestOf, staleSince, type FeedEvent } from './feed'

function event(position: number, type: string, project: string): FeedEvent {
  return {
    position,
    type,
    at: '2026-01-01T00:00:00Z',
    project: { id: project, slug: project, url_type: 'mod', title: project, title_zh: null, icon_url: null },
    version: null,
    organization: null,
    person: null,
    actor: null,
    picture: null,
    waited_seconds: null,
  }
}

test('pictures added to one project in a row are one line', () => {
  const lines = linesOf([
    event(5, 'picture-added', 'a'),
    event(4, 'picture-added', 'a'),
    event(3, 'picture-added', 'b'),
    event(2, 'version-published', 'a'),
    event(1, 'picture-added', 'a'),
  ])
  expect(lines.map((line) => [line.position, line.count])).toEqual([
    [5, 2],
    [3, 1],
    [2, 1],
    [1, 1],
  ])
})

test('the newest position does not depend on the order, which is that of decisions', () => {
  expect(newestOf([event(4, 'x', 'a'), event(9, 'x', 'a')])).toBe(9)
  expect(newestOf([])).toBe(0)
})

test('a feed in which nothing happened for an hour is not live, and says since when', () => {
  const at = (minutes: number, position: number) => ({ at: new Date(Date.now() - minutes * 60_000).toISOString(), position })
  expect(staleSince([])).toBeUndefined()
  expect(staleSince([at(500, 1), at(3, 2)])).toBeUndefined()
  const old = at(90, 2)
  expect(staleSince([old, at(500, 1)])).toBe(old.at)
  // An import appends in another order than that of time.
  expect(staleSince([at(3, 1), at(500, 2)])).toBeUndefined()
})
