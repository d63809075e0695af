import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { PageHead } from '@/components/ui/page-head'
import { BarList } from '@/features/bars'
import { cn } from '@/lib/cn'
import { heldText as t } from '@/lib/i18n/zh-Hans/held'
import { heldQuery } from '../api'
import { HeldRow } from './held-row'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './held.module.css'

const sections = ['chat', 'project', 'article', 'notice'] as const

/** What waits for the staff, and who may not write in a section. */
export function HeldScreen({ place }: { place: string | undefined }) {
  const section = sections.find((one) => one === place)
  return (
    <div className={cn(ui.pile, ui.above16)}>
      <PageHead title={t.title} sub={t.lead} />
      <nav className={tabsCss.root} aria-label={t.title}>
        {[undefined, ...sections].map((one) => (
          <PathLink
            key={one ?? ''}
            to="/moderation/$page"
            params={{ page: 'posts' }}
            search={{ place: one }}
            className={one === section ? tabsCss.on : undefined}
            aria-current={one === section ? 'page' : undefined}
          >
            {t.tabs[one ?? 'held']}
          </PathLink>
        ))}
      </nav>
      {section ? <BarList key={section} place={{ kind: 'section', id: section }} /> : <HeldList />}
    </div>
  )
}

function HeldList() {
  const { data, error, refetch } = useQuery(heldQuery)
  if (!data)
    return error ? (
      <ErrorCard error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        <Bone w="40%" h={18} />
        <Bone h={60} />
      </Loading>
    )
  if (data.hits.length === 0) return <Empty className={ui.card} level={2} icon={CheckCheck} title={t.none} hint={t.noneHint} />
  return (
    <ul className={cn(ui.card, css.list)} aria-label={t.list}>
      {data.hits.map((one) => (
        <HeldRow key={one.id} held={one} />
      ))}
    </ul>
  )
}
