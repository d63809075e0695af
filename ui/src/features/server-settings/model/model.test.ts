import { expect, test } from 'vitest'
import { valuesOf } from './edit'
import { known, problemOf, settingsOf } from './known'
import { piecesOf } from './motd'
import { propertyText } from '@/lib/i18n/zh-Hans/server-properties'

const setting = (key: string) => known.find((one) => one.key === key) ?? expect.unreachable(key)

test('every known setting has words, and all words belong to one', () => {
  expect(known.map(({ key }) => key).sort()).toEqual(Object.keys(propertyText.known).sort())
  for (const one of known) if (one.kind === 'choice') for (const choice of one.choices) expect(propertyText.choices[choice]).toBeTruthy()
})

test('a value that the game takes is one, and another is said to be wrong', () => {
  expect(problemOf(setting('max-players'), '20')).toBeUndefined()
  expect(problemOf(setting('network-compression-threshold'), '-1')).toBeUndefined()
  for (const wrong of ['', '0', '1e3', '2.5', '99999', ' 5']) expect(problemOf(setting('max-players'), wrong)).toContain('整数')
  expect(problemOf(setting('motd'), '一行\n两行')).toBeUndefined()
  expect(problemOf(setting('motd'), 'a\nb\nc')).toBe('最多两行。')
  expect(problemOf(setting('motd'), '山'.repeat(171))).toContain('512')
  expect(problemOf(setting('level-seed'), 'a\nrcon.password=x')).toContain('换行')
  expect(problemOf(setting('level-seed'), 'x'.repeat(1025))).toContain('1024')
})

test('unknown settings of the file come last, and the port is not among them', () => {
  const list = settingsOf({ 'server-port': '25565', 'z-mod': '1', difficulty: 'hard', 'a-mod': '2' })
  expect(list.slice(-2).map(({ key, group }) => [key, group])).toEqual([
    ['a-mod', 'other'],
    ['z-mod', 'other'],
  ])
  expect(list.some(({ key }) => key === 'server-port')).toBe(false)
})

test('what is on its way to the file is shown before what stands there; what was written long ago is not', () => {
  const decided = {
    pvp: { value: 'false', at: '', by: null, secret: false, pending: true },
    difficulty: { value: 'hard', at: '', by: null, secret: false, pending: false },
  }
  expect(valuesOf({ pvp: true, difficulty: 'easy', 'max-players': 8 }, decided)).toEqual({
    pvp: 'false',
    difficulty: 'easy',
    'max-players': '8',
  })
  expect(valuesOf(undefined, decided)).toEqual({ pvp: 'false', difficulty: 'hard' })
})

test('a message is shown as in the game: a colour ends the styles before it, and an unknown code is text', () => {
  const [first, second] = piecesOf('plain §b§lbold §agreen§z§\n§nnext§r end')
  expect(first?.map(({ text, colour, bold }) => [text, colour, bold])).toEqual([
    ['plain ', '7', false],
    ['bold ', 'b', true],
    ['green§z§', 'a', false],
  ])
  expect(second?.map(({ text, colour, under }) => [text, colour, under])).toEqual([
    ['next', '7', true],
    [' end', '7', false],
  ])
})
