import { expect, test } from 'vitest'
import { judgedFileOf, packFileOf } from '@/testing/packfiles'
import { noProgress } from './checklist'
import { asksApproval, asksDetails, isFine, isJudged, judgementOf, listsOf, noLists, noted, search, statuses } from './packfiles'

const id = (letter: string) => letter.repeat(128)
const flame = { id: 238_222, title: 'JEI', url: 'https://flame.example/jei' }

test('only what may stay with its source named needs no look, and three statuses ask for approval', () => {
  expect(statuses.filter((status) => isFine({ status }))).toEqual(['yes', 'with-attribution-and-source'])
  expect(statuses.filter(asksApproval)).toEqual(['with-attribution', 'no', 'unidentified'])
  expect(isJudged(packFileOf('a', 'a.jar'), {})).toBe(false)
  expect(isJudged(judgedFileOf('a', 'a.jar', 'no'), {})).toBe(false)
  expect(isJudged(judgedFileOf('a', 'a.jar', 'no'), { [id('a')]: false })).toBe(true)
  expect(isJudged(judgedFileOf('a', 'a.jar', 'permanent-no'), {})).toBe(true)
})

test('title, link and proof are asked of files that are known by their content only', () => {
  expect(statuses.filter((status) => asksDetails(packFileOf('a', 'a.jar'), status))).toEqual(statuses.slice(0, 5))
  expect(asksDetails(packFileOf('a', 'a.jar', { flame }), 'no')).toBe(false)
  expect(asksDetails(judgedFileOf('a', 'a.jar', 'no', { flame }), 'no')).toBe(true)
})

test('a draft becomes a request with what was seen, or none where it says nothing new', () => {
  const draft = { status: 'no', title: ' 渡轮 ', link: '', proof: '许可证' } as const
  expect(judgementOf(packFileOf('a', 'a.jar'), draft, 0)).toEqual({
    [id('a')]: { type: 'unknown', status: 'no', seen: 0, title: '渡轮', link: '', proof: '许可证' },
  })
  expect(judgementOf(packFileOf('a', 'a.jar'), { ...draft, status: 'unidentified' }, 2)).toEqual({
    [id('a')]: { type: 'unknown', status: 'unidentified', seen: 2 },
  })
  expect(judgementOf(packFileOf('a', 'a.jar', { flame }), draft, 0)).toEqual({
    [id('a')]: { type: 'flame', status: 'no', id: 238_222, title: 'JEI', link: 'https://flame.example/jei', seen: 0 },
  })
  expect(judgementOf(judgedFileOf('a', 'a.jar', 'no'), { status: 'no', title: '', link: '', proof: '' }, 1)).toBeUndefined()
  expect(judgementOf(packFileOf('a', 'a.jar'), { ...draft, status: '' }, 0)).toBeUndefined()
})

test('the lists name what the author must mend, and no name can format or link', () => {
  const files = [
    packFileOf('a', 'a.jar'),
    judgedFileOf('b', '[x](http://evil.example) **b**.jar', 'permanent-no'),
    judgedFileOf('c', 'c.jar', 'no'),
    judgedFileOf('d', 'd.jar', 'unidentified'),
    judgedFileOf('e', 'e.jar', 'with-attribution', { flame }),
    judgedFileOf('f', 'f.jar', 'yes'),
  ]
  const lists = listsOf(files, { [id('c')]: false, [id('d')]: true, [id('e')]: false })
  expect(lists['pack-not-permitted']).toBe('- \\[x\\](http\\://evil.example) \\*\\*b\\*\\*.jar\n- c.jar')
  expect(lists['pack-attribution-missing']).toBe('- [JEI](<https://flame.example/jei>)（e.jar）')
  expect(lists.counts).toEqual({ notPermitted: 2, attribution: 1 })
  const many = Array.from({ length: 500 }, (_, n) => judgedFileOf('a', `${'长'.repeat(40)}${n}.jar`, 'permanent-no'))
  const cut = listsOf(many, {})['pack-not-permitted']
  expect(cut.length).toBeLessThan(8_000)
  expect(cut).toMatch(/以及另外 \d+ 个文件$/)
})

test('the lists fill the options, and what was changed by hand stays', () => {
  const one = { ...noLists, 'pack-not-permitted': '- a.jar' }
  const two = { ...noLists, 'pack-not-permitted': '- a.jar\n- b.jar' }
  const entered = noted(noProgress, noLists, one)
  expect(entered.chosen).toEqual({ 'pack-not-permitted': { FILES: '- a.jar' } })
  expect(noted(entered, one, two).chosen).toEqual({ 'pack-not-permitted': { FILES: '- a.jar\n- b.jar' } })
  expect(noted(entered, one, noLists).chosen).toEqual({})
  const written = { ...noProgress, chosen: { 'pack-not-permitted': { FILES: '自己写的' } } }
  expect(noted(written, one, two)).toBe(written)
  expect(noted(written, one, noLists)).toBe(written)
  const switchedOff = { ...noProgress, chosen: {} }
  expect(noted(switchedOff, one, two)).toBe(switchedOff)
  const switchedOn = { ...noProgress, chosen: { 'pack-not-permitted': {} } }
  expect(noted(switchedOn, two, two).chosen).toEqual({ 'pack-not-permitted': { FILES: '- a.jar\n- b.jar' } })
  const cleared = { ...noProgress, chosen: { 'pack-not-permitted': { FILES: '' } } }
  expect(noted(cleared, one, two)).toBe(cleared)
})

test('files are found by name and path, whatever the case', () => {
  const files = [packFileOf('a', 'Ferry.jar'), packFileOf('b', 'quay.jar')]
  expect(search(files, ' FERRY ')).toEqual([files[0]])
  expect(search(files, 'mods/q')).toEqual([files[1]])
  expect(search(files, '')).toBe(files)
  expect(search(files, 'none')).toEqual([])
})
