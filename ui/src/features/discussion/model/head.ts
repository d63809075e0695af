import { brandName } from '@/lib/brand'
import type { Head } from '@/lib/head'
import { discussionTitle } from '@/lib/talk-heads.gen'
import { plainText } from '@/lib/plain-text'
import type { Discussion } from '../api'

const MAX_DESCRIPTION = 150

/** The head of the page of a discussion that is not on a board. Hidden ones are for those who know of them. */
export function discussionHead(discussion: Discussion | undefined): Head | undefined {
  if (!discussion) return undefined
  const { title, section_title: section, content = '', hidden } = discussion
  const text = plainText(content)
  return {
    title: discussionTitle({ title, place: section, brand: brandName() }),
    description: text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text || undefined,
    noindex: hidden,
  }
}
