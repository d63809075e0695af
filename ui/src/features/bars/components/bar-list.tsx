import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { barText as t } from '@/lib/i18n/zh-Hans/bars'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { formatZoned } from '@/lib/zoned'
import { toast } from '@/stores/toasts'
import { barQueries, PAGE_SIZE, useLift, type Barred, type BarPlace } from '../api'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './bars.module.css'

/** Who may not write in a place now; each bar can be lifted. */
export function BarList({ place }: { place: BarPlace }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery(barQueries.of(place, page))
  return (
    <Card id="bars" title={t.list}>
      <div className={cn(ui.cardPad, css.body)}>
        <p className={formCss.hint}>{place.kind === 'section' ? t.sectionHint : t.listHint}</p>
        {data ? (
          data.bars.length > 0 ? (
            <ul className={cn(css.list, isPlaceholderData && ui.stale)}>
              {data.bars.map((one) => (
                <BarRow key={one.person.id} place={place} barred={one} />
              ))}
            </ul>
          ) : (
            <Empty level={3} icon={UserCheck} title={t.none} hint={t.noneHint} />
          )
        ) : error ? (
          <ErrorCard error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading>
            <Bone h={48} />
          </Loading>
        )}
        {data ? <Pages page={page} count={Math.max(1, Math.ceil(data.pagination.total / PAGE_SIZE))} onPage={setPage} /> : null}
      </div>
    </Card>
  )
}

type PagesProps = { page: number; count: number; onPage: (page: number) => void }

/** The list is a part of a page, so its own page is not part of the address. */
function Pages({ page, count, onPage }: PagesProps) {
  if (count === 1 && page === 1) return null
  return (
    <p className={formCss.actions}>
      <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {uiText.previousPage}
      </Button>
      <span className={ui.muted}>{uiText.page(page)}</span>
      <Button size="sm" disabled={page >= count} onClick={() => onPage(page + 1)}>
        {uiText.nextPage}
      </Button>
    </p>
  )
}

function BarRow({ place, barred: { person, until, by, reason } }: { place: BarPlace; barred: Barred }) {
  const lift = useLift(place)
  return (
    <li>
      <Pic src={person.avatar_url} name={person.username} id={person.id} size={32} round />
      <div>
        <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: person.username }}>
          {person.username}
        </PathLink>
        <p className={ui.small}>
          {t.until(formatZoned(until))} · {reasonText.name(reason.code)}
          {by ? ` · ${t.by(by.username)}` : ''}
        </p>
        {reason.text ? <p className={ui.break}>{reason.text}</p> : null}
      </div>
      <Button
        size="sm"
        aria-label={t.liftOf(person.username)}
        loading={lift.isPending}
        onClick={() => lift.mutate(person.id, { onSuccess: () => toast(t.lifted) })}
      >
        {t.lift}
      </Button>
    </li>
  )
}
