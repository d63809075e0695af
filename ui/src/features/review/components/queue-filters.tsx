import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { SearchInput } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { reviewLockText } from '@/lib/i18n/zh-Hans/review-lock'
import { reviewQueueText as t } from '@/lib/i18n/zh-Hans/review-queue'
import { useTyped } from '@/lib/use-typed'
import type { QueuePage } from '../api'
import { parseQueueSearch, rounds, waits, type QueueSearch } from '../model/queue-search'
import chipCss from '@/components/ui/chip.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './queue-screen.module.css'

type QueueFiltersProps = { search: QueueSearch; late: QueuePage['late'] | undefined; handed: number; replied: number }

/** Search, round, waiting time and order of the queue. A menu applies at once, a text a moment after it is typed. */
export function QueueFilters({ search, late, handed, replied }: QueueFiltersProps) {
  const router = useRouter()
  const apply = (change: Record<string, unknown>) =>
    void router.navigate({
      to: '/moderation/review',
      search: parseQueueSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const [text, setText] = useTyped(search.q ?? '', (q) => apply({ q }))
  return (
    <div className={css.filters} role="search" aria-label={t.filters}>
      <SearchInput
        size="sm"
        className={css.find}
        icon={<Search className={ui.icon} aria-hidden />}
        label={t.find}
        placeholder={t.findHint}
        value={text}
        onValue={setText}
      />
      <NativeSelect
        size="sm"
        label={t.rounds.label}
        prefix={t.rounds.label}
        value={search.round ?? ''}
        onValue={(round) => apply({ round })}
        options={[{ value: '', label: t.rounds.all }, ...rounds.map((value) => ({ value, label: t.rounds[value] }))]}
      />
      <NativeSelect
        size="sm"
        label={t.waits.label}
        prefix={t.waits.label}
        value={search.waiting ?? ''}
        onValue={(waiting) => apply({ waiting })}
        options={[{ value: '', label: t.waits.all }, ...waits.map((value) => ({ value, label: t.waits[value] }))]}
      />
      <NativeSelect
        size="sm"
        label={t.sorts.label}
        prefix={t.sorts.label}
        value={search.sort ?? ''}
        onValue={(sort) => apply({ sort })}
        options={[
          { value: '', label: t.sorts.oldest },
          { value: 'newest', label: t.sorts.newest },
        ]}
      />
      <span className={css.late}>
        {handed > 0 || search.handed ? (
          <PathLink
            className={chipCss.root}
            keepScroll
            to="/moderation/review"
            search={{ ...search, page: undefined, handed: search.handed ? undefined : '1' }}
            aria-current={search.handed ? 'true' : undefined}
          >
            {reviewLockText.handedCount(formatExact(handed))}
          </PathLink>
        ) : null}
        {replied > 0 || search.replied ? (
          <PathLink
            className={chipCss.root}
            keepScroll
            to="/moderation/review"
            search={{ ...search, page: undefined, replied: search.replied ? undefined : '1' }}
            aria-current={search.replied ? 'true' : undefined}
          >
            {t.replied(formatExact(replied))}
          </PathLink>
        ) : null}
        {late && late.day > 0 ? <LateLink search={search} hours="24" count={late.day} tone={css.day} /> : null}
        {late && late.two_days > 0 ? <LateLink search={search} hours="48" count={late.two_days} tone={css.days} /> : null}
      </span>
    </div>
  )
}

type LateLinkProps = { search: QueueSearch; hours: (typeof waits)[number]; count: number; tone: string | undefined }

function LateLink({ search, hours, count, tone }: LateLinkProps) {
  return (
    <PathLink
      className={cn(chipCss.root, tone)}
      keepScroll
      to="/moderation/review"
      search={{ ...search, page: undefined, waiting: hours }}
      aria-current={search.waiting === hours ? 'true' : undefined}
    >
      {t.late(hours, formatExact(count))}
    </PathLink>
  )
}
