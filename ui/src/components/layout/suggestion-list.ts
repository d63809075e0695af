import { hrefOf } from '@/lib/address'
import type { Answer } from '@/lib/api/operations'
import type { Category } from '@/lib/api/types'
import { categoryLabel } from '@/lib/categories'
import { contentTypes, typeLabel } from '@/lib/content-types'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import { listingParams, projectParams } from '@/lib/links'

type Found = Answer<'GET', '/v3/suggest'>

type Picture =
  | { kind: 'recent' | 'popular' | 'type' }
  | { kind: 'tag'; name: string }
  | { kind: 'picture'; src: string | null; project?: string; name: string; color: number | null; round: boolean }

export type Suggestion = {
  href: string
  label: string
  note?: string
  picture: Picture
  /** The text that is remembered instead of the typed one. */
  text?: string
}

export type SuggestionGroup = { id: string; name: string; options: Suggestion[] }

const MOST_TAGS = 3

function everything(text: string): string {
  return hrefOf({ to: '/$listing', params: { listing: 'search' }, search: { q: text } })
}

function textsOf(kind: 'recent' | 'popular', texts: readonly string[]): Suggestion[] {
  return texts.map((text) => ({ href: everything(text), label: text, text, picture: { kind } }))
}

/** What many others search for, without what this browser has searched for. */
function popularGroup(popular: readonly string[], recent: readonly string[]): Suggestion[] {
  const known = new Set(recent.map((one) => one.toLowerCase()))
  return textsOf(
    'popular',
    popular.filter((one) => !known.has(one)),
  )
}

function projectsOf(found: Found): Suggestion[] {
  return found.projects.map((one) => ({
    href: hrefOf({ to: '/$type/$id', params: projectParams(one) }),
    label: one.title_zh ?? one.title,
    note: typeLabel(one.url_type),
    picture: {
      kind: 'picture',
      src: one.icon_url || null,
      project: one.id,
      name: one.title_zh ?? one.title,
      color: one.color,
      round: false,
    },
  }))
}

function authorsOf(found: Found): Suggestion[] {
  return found.authors.map((one) => ({
    href: hrefOf({ to: one.kind === 'user' ? '/user/$id/{-$kind}' : '/organization/$id/{-$kind}', params: { id: one.slug } }),
    label: one.name,
    note: one.kind === 'user' ? t.user : t.team,
    picture: { kind: 'picture', src: one.icon_url, name: one.name, color: null, round: one.kind === 'user' },
  }))
}

function typesOf(text: string): Suggestion[] {
  return contentTypes
    .filter(({ id, label }) => label.toLowerCase().includes(text) || (text.length > 1 && id.startsWith(text)))
    .map((type) => ({ href: hrefOf({ to: '/$listing', params: listingParams(type) }), label: type.label, picture: { kind: 'type' } }))
}

/** Categories by their label or name, each in the types that have it. */
function tagsOf(text: string, categories: readonly Category[]): Suggestion[] {
  return categories
    .filter(({ name }) => categoryLabel(name).toLowerCase().includes(text) || (text.length > 1 && name.startsWith(text)))
    .flatMap(({ name, project_type }) => {
      const type = contentTypes.find((one) => one.id === project_type)
      if (!type) return []
      const href = hrefOf({ to: '/$listing', params: listingParams(type), search: { f: [`categories:${name}`] } })
      return [{ href, label: categoryLabel(name), note: t.tagOf(type.label), picture: { kind: 'tag' as const, name } }]
    })
    .slice(0, MOST_TAGS)
}

/** What a text may mean, in groups; for an empty text, what was searched for before and what many others search for. */
export function suggestionsOf({
  q,
  recent,
  popular,
  found,
  categories,
}: {
  q: string
  recent: readonly string[]
  popular: readonly string[]
  found: Found | undefined
  categories: readonly Category[]
}): SuggestionGroup[] {
  const text = q.toLowerCase()
  const groups: SuggestionGroup[] =
    text === ''
      ? [
          { id: 'recent', name: t.recent, options: textsOf('recent', recent) },
          { id: 'popular', name: t.popular, options: popularGroup(popular, recent) },
        ]
      : [
          { id: 'projects', name: t.kinds.projects, options: found ? projectsOf(found) : [] },
          { id: 'types', name: t.kinds.types, options: typesOf(text) },
          { id: 'authors', name: t.kinds.authors, options: found ? authorsOf(found) : [] },
          { id: 'tags', name: t.kinds.tags, options: tagsOf(text, categories) },
          {
            id: 'recent',
            name: t.recent,
            options: textsOf(
              'recent',
              recent.filter((one) => one.toLowerCase().startsWith(text) && one !== q),
            ).slice(0, 2),
          },
        ]
  return groups.filter((group) => group.options.length > 0)
}
