import { formatCount } from '@/lib/format'
import { estimatedText } from '@/lib/i18n/zh-Hans/estimated'
import { repostText } from '@/lib/i18n/zh-Hans/repost'

type Described = { title: string; title_zh: string | null; description: string }

/** What earlier imports wrote for a summary where the source had none. */
const invented = '原作者尚未提供简介。'

/** The summary of a project; empty where it only repeats a title, because nobody wrote one. */
export function summaryOf({ title, title_zh, description }: Described): string {
  const said = description.trim()
  return said === title || said === title_zh || said.endsWith(invented) ? '' : said
}

type Counted = { downloads: number; estimated: { downloads?: boolean } }

/** An estimate below is that of a project that nothing is known to use: it tells nobody anything. */
const TELLING = 1000

/** The downloads in brief, marked where the source did not count them. */
export function downloadsOf({ downloads, estimated }: Counted): string {
  const count = formatCount(downloads)
  return !estimated.downloads ? count : downloads < TELLING ? '—' : estimatedText.about(count)
}

/** What is said of a number of downloads under the mouse: the exact one, or that it is an estimate. */
export function downloadsHint(project: Counted, exact: string): string {
  return project.estimated.downloads ? estimatedText.downloads : exact
}

type Made = { author: string; original: { author: string | null } | null }

/** Whom a row names: the original author of what a repost team looks after, with the mark beside it. */
export function byline({ author, original }: Made): string {
  if (!original) return author
  return original.author ? `${original.author} · ${repostText.mark}` : repostText.mark
}
