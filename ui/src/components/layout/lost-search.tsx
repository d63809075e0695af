import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Art } from '@/components/ui/art'
import { cn } from '@/lib/cn'
import { lostText } from '@/lib/i18n/zh-Hans/lost'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './message-page.module.css'

/** What helps on a page that does not exist: a drawing above the message, and a search that works without scripts. */
export default function LostSearch({ children }: { children: ReactNode }) {
  return (
    <div className={css.lost}>
      <Art name="lost" />
      {children}
      <p className={ui.muted}>{lostText.hint}</p>
      <form className={cn(fieldCss.root, fieldCss.lg, css.search)} role="search" aria-label={shellText.searchLost} action="/search">
        <Search className={ui.icon} aria-hidden />
        <input name="q" maxLength={200} aria-label={t.searchAll} placeholder={t.searchAll} enterKeyHint="search" autoComplete="off" />
      </form>
    </div>
  )
}
