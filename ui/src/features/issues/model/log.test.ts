import { expect, test } from 'vitest'
import { factsOf, foldedLog, looksLikeLog, readLog, shortened } from './log'

test.each([
  [
    '[main/INFO]: Loading Minecraft 1.20.1 with Fabric Loader 0.15.3\n[main/INFO]: Loading 53 mods:',
    { game: '1.20.1', loader: 'fabric', loaderVersion: '0.15.3', mods: 53 },
  ],
  ['Loading Minecraft 1.20.1 with Quilt Loader 0.21.0', { game: '1.20.1', loader: 'quilt', loaderVersion: '0.21.0' }],
  [
    'Minecraft Version: 1.19.2\nForge: net.minecraftforge:43.2.0\nForge Mod Loader version 43.2.0',
    { game: '1.19.2', loader: 'forge', loaderVersion: '43.2.0' },
  ],
  ['args [--fml.neoForgeVersion, 20.4.80, --fml.mcVersion, 1.20.4]', { game: '1.20.4', loader: 'neoforge', loaderVersion: '20.4.80' }],
  ['args [--fml.forgeVersion, 47.2.0, --fml.mcVersion, 1.20.1]', { game: '1.20.1', loader: 'forge', loaderVersion: '47.2.0' }],
  ['a.jar |A |a |1.0 |DONE\nb.jar |B |b |2.0 |DONE', { mods: 2 }],
  ['nothing to read', {}],
])('a log says what was played: %s', (text, facts) => {
  expect(factsOf(text)).toEqual(facts)
})

test('a long log keeps its beginning and its end, and says how much is left out', () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at}`)
  const { text, cut } = shortened(lines.join('\n'), 1_000)
  expect(text.length).toBeLessThanOrEqual(1_000)
  expect(text).toMatch(/^line 0\n/)
  expect(text).toMatch(/\nline 999$/)
  expect(text).toContain('省略')
  const kept = text.split('\n').filter((line) => line.startsWith('line ')).length
  expect(kept + cut).toBe(1_000)
})

test('a log without lines is cut too', () => {
  const { text, cut } = shortened('x'.repeat(5_000), 1_000)
  expect(text.length).toBeLessThanOrEqual(1_000)
  expect(cut).toBe(1)
})

test('what is left out of a log was masked before: no secret is cut in two', () => {
  const log = `Setting user: Steve_01\n${'filler filler filler\n'.repeat(5_000)}Steve_01 --accessToken abcdefghij`
  const { text, hidden, cut } = readLog('C:\\Users\\lilei\\latest.log', log)
  expect(text).not.toMatch(/Steve_01|abcdefghij/)
  expect(hidden.map(({ kind }) => kind)).toEqual(['token', 'account'])
  expect(cut).toBeGreaterThan(0)
  expect(text.length).toBeLessThanOrEqual(40_000)
})

test('the name of a file is masked', () => {
  expect(readLog('/home/lilei/latest.log', '').name).toBe('/home/‹用户目录›/latest.log')
})

test('no line of a log closes its fence or its fold', () => {
  const folded = foldedLog({ name: '<b>x</b>\n</summary>', text: 'a\n```\n</details>\n`````\nb\n' })
  expect(folded).toBe(
    '<details><summary>&lt;b&gt;x&lt;/b&gt; &lt;/summary&gt;</summary>\n\n``````text\na\n```\n</details>\n`````\nb\n``````\n\n</details>',
  )
})

test('a pasted log is told from a description', () => {
  const stack = ['java.lang.RuntimeException: x', ...Array.from({ length: 20 }, () => '\tat a.b.C.d(C.java:1)')].join('\n')
  expect(looksLikeLog(stack)).toBe(true)
  expect(looksLikeLog('---- Minecraft Crash Report ----\n// Hi')).toBe(true)
  expect(looksLikeLog(Array.from({ length: 20 }, () => '第一步：打开游戏').join('\n'))).toBe(false)
  expect(looksLikeLog('')).toBe(false)
})
