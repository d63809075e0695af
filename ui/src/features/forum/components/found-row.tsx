import { AddressLink } from '@/components/layout/address-link'
import { Badge } from '@/components/ui/badge'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { talkHref } from '@/lib/talk-path'
import { talkSearchText as t } from '@/lib/i18n/zh-Hans/talk-search'
import type { Found } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './talk-search.module.css'

const Marked = ({ pieces }: { pieces: Found['excerpt'] }) =>
  pieces.map(({ text, match }, at) => (match ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))

/** One found text with its words marked. */
export function FoundRow({ found }: { found: Found }) {
  const { kind, section, project, number, floor, author } = found
  return (
    <li className={cn(ui.result, css.row)}>
      <p className={css.title}>
        <Badge>{t.kinds[kind]}</Badge>
        <AddressLink className={cn(ui.resultLink, ui.clip2, css.name)} href={talkHref(found)}>
          <Marked pieces={found.marked_title} />
        </AddressLink>
      </p>
      {found.excerpt.length > 0 ? (
        <p className={cn(ui.muted, ui.break)}>
          <Marked pieces={found.excerpt} />
        </p>
      ) : null}
      <p className={css.facts}>
        <span>{project?.title ?? t.sections[section]}</span>
        {number > 0 ? <span>{t.number(number)}</span> : null}
        {floor > 0 ? <span>{t.floor(floor)}</span> : null}
        <span>{author?.username ?? t.gone}</span>
        <Ago time={found.created_at} />
      </p>
    </li>
  )
}
