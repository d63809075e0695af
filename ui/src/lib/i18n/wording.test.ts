import { expect, test } from 'vitest'
import { categoryLabel } from '@/lib/categories'
import { isLoader, loaderName } from '@/lib/loaders'
import { catalogueTexts } from './catalogue'
import { specCategories, specTexts } from './spec-texts'

const texts = catalogueTexts()
const quoted = new Set(specTexts.map(([, text]) => text.replaceAll(/\{\w+\}|\bN\b/g, '{}')))
const own = texts.filter((one) => !quoted.has(one.text))
const say = (found: typeof texts) => found.map((one) => `${one.module}:${one.line} ${one.key} ${one.text}`)
const having = (pattern: RegExp) => say(own.filter((one) => pattern.test(one.text)))

test('the texts of the specification stand letter for letter', () => {
  expect(specTexts.map(([section, , shown]) => `§${section} ${shown}`)).toEqual(specTexts.map(([section, text]) => `§${section} ${text}`))
})

test.each(specCategories.split(', ').map((pair) => pair.split(' ') as [string, string]))('category %s is labelled %s', (id, label) => {
  expect(id === 'mrpack' || isLoader(id) ? loaderName(id) : categoryLabel(id)).toBe(label)
})

test('the whole catalogue is read', () => {
  expect(texts.length).toBeGreaterThan(1_500)
  expect(texts.map((one) => one.text)).toContain('{} 将不会再进行任何更新,除非作者取消停更状态'.replace(/^/, '{} 已停更. '))
})

test('people are addressed as 你, except in texts of the specification', () => {
  expect(having(/您/)).toEqual([])
})

test('punctuation beside a Chinese character is full-width', () => {
  expect(having(/\p{Script=Han}[,.!?:;()]|[,.!?:;()]\p{Script=Han}|[，。！？：；（）、][,.!?:;()]|\.{3}/u)).toEqual([])
})

test('quotation marks are 「」', () => {
  expect(having(/[“”‘’]|\p{Script=Han}["']|["']\p{Script=Han}/u)).toEqual([])
})

test('a space separates Chinese characters from Latin letters and digits, except in texts of the specification', () => {
  const tight = having(/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u)
  expect(tight.filter((one) => !one.endsWith(' 已存在相同slug'))).toEqual([])
})

test('units are Chinese or binary prefixes', () => {
  expect(having(/\b(?:bytes?|[KMG]B)\b/i)).toEqual([])
})

/** Screens of creators and staff say 项目; all others say 资源. */
const creating = new Set([
  'audit',
  'checklist',
  'contents',
  'analytics',
  'dashboard',
  'gallery',
  'letter-choice',
  'manage',
  'members',
  'moderation',
  'monetization',
  'organization',
  'release-plan',
  'revenue',
  'revenue-staff',
  'review',
  'review-checklist',
  'review-keys',
  'review-lock',
  'review-panel',
  'review-queue',
  'review-undo',
  'settings',
  'stored',
  'talk',
  'version-form',
  'webhook',
])
/** Links of menus on every page that lead to those screens. */
const leading = new Set(['shell newProject', 'shell myProjects', 'shell moderation'])

const types = /资源包|软件资源|汉化资源|资源讨论/g

test('visitors see 资源, creators work on 项目', () => {
  const foreign = own.filter((one) =>
    one.text.replaceAll(types, '').includes(creating.has(one.module) || leading.has(`${one.module} ${one.key}`) ? '资源' : '项目'),
  )
  expect(say(foreign)).toEqual([])
})

/** Texts that take half of another one's letters say it again. */
const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N}]|[的了已将会]/gu, '')

test('a text does not repeat the title that it stands below', () => {
  const at = new Map(texts.map((one) => [`${one.module} ${one.key}`, one]))
  const pairs = texts.flatMap((title) => {
    const base = title.key.replace(/Title$/, '')
    return ['Text', 'Hint', 'Lead'].flatMap((end) => {
      const text = at.get(`${title.module} ${base}${end}`)
      return text && bare(title.text).length > 2 ? [{ title, text }] : []
    })
  })
  expect(pairs.length).toBeGreaterThan(50)
  const repeating = pairs.filter(({ title, text }) => {
    if (quoted.has(title.text) && quoted.has(text.text)) return false
    const [short = '', long = ''] = [bare(title.text), bare(text.text)].sort((a, b) => a.length - b.length)
    return long.includes(short) && short.length * 2 >= long.length
  })
  expect(repeating.map(({ title, text }) => `${title.module}:${title.line} ${title.text} / ${text.text}`)).toEqual([])
})
