import { formatExact } from '@/lib/format'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import type { Preview } from '../api'
import pageHeadCss from '@/components/ui/page-head.module.css'

/** The change that a draft is based on, and the newest one. */
export function Revisions({ preview }: { preview: Preview }) {
  const name = (change: string, number: number) => (change ? wikiText.number(formatExact(number)) : t.noBase)
  return <span className={pageHeadCss.sub}>{t.base(name(preview.base, preview.base_number), name(preview.onto, preview.onto_number))}</span>
}
