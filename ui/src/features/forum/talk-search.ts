const sections = ['chat', 'project', 'article', 'notice', 'issues'] as const
export type TalkSection = (typeof sections)[number]
const states = ['open', 'closed'] as const
export type TalkState = (typeof states)[number]
export type TalkSearch = { q?: string; section?: TalkSection; state?: TalkState; author?: string; since?: string; until?: string }

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const isText = (text: unknown, most: number): text is string => typeof text === 'string' && text.trim() !== '' && text.length <= most

/** The search parameters of the search over what people say; unknown values are dropped. */
export function parseTalkSearch(search: Record<string, unknown>): TalkSearch {
  const { q, author, since, until } = search
  const section = sections.find((one) => one === search.section)
  const state = states.find((one) => one === search.state)
  return {
    ...(isText(q, 200) ? { q } : {}),
    ...(section ? { section } : {}),
    ...(state && section === 'issues' ? { state } : {}),
    ...(isText(author, 64) ? { author } : {}),
    ...(isDay(since) ? { since } : {}),
    ...(isDay(until) ? { until } : {}),
  }
}

/** Whether the search is narrowed by more than its words. */
export const isNarrowed = ({ section, author, since, until }: TalkSearch): boolean => Boolean(section ?? author ?? since ?? until)
