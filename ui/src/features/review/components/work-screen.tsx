import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { ErrorCard } from '@/components/ui/feedback'
import { Figures } from '@/components/ui/figures'
import { ItemBones } from '@/components/ui/item-bones'
import { DecisionChart } from '@/features/transparency/parts'
import { formatExact } from '@/lib/format'
import { moderationText as t } from '@/lib/i18n/zh-Hans/moderation'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import { useSession } from '@/lib/session'
import { formatShare } from '../model/estimate'
import { ENOUGH, formatSpan } from '../model/waiting'
import { workQuery, type ModeratorWork, type WorkSearch } from '../work-api'
import { AgreedTable } from './agreed-table'
import { LastDecisions } from './last-decisions'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'

/** The decisions of a moderator, beside those of all. */
export function WorkScreen({ search }: { search: WorkSearch }) {
  const me = useSession()
  const work = useQuery(workQuery(search))
  const { data } = work
  const own = !search.of || search.of === me?.id
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{own || !data ? t.own : t.workOf(data.moderator.username)}</h1>
        <span className={pageHeadCss.sub}>{t.hint}</span>
        {data ? (
          <div className={pageHeadCss.end}>
            <PathLink className={buttonClass({ size: 'sm' })} to="/moderation/audit" search={{ actor: data.moderator.id }}>
              {t.audit}
            </PathLink>
          </div>
        ) : null}
      </div>
      {data ? (
        <div className={ui.pile}>
          <Recent recent={data.recent} />
          {data.months.some((month) => sumOf(month.own) > 0) ? (
            <DecisionChart title={t.byMonth} months={data.months.map(({ month, own: counts }) => ({ month, ...counts }))} />
          ) : null}
          <AgreedTable agreed={data.agreed} />
          <LastDecisions decisions={data.decisions} />
        </div>
      ) : work.isError ? (
        <ErrorCard error={work.error} onRetry={() => void work.refetch()} />
      ) : (
        <ItemBones count={6} />
      )}
    </>
  )
}

type Counts = ModeratorWork['recent']['own']
const sumOf = ({ approved, rejected, withheld }: Counts) => approved + rejected + withheld
const spanOf = (seconds: number | null, of: number) =>
  seconds === null ? t.none : of < ENOUGH ? reviewPanelText.enough : formatSpan(seconds)
const rateOf = (counts: Counts) => {
  const all = sumOf(counts) + counts.overturned
  return all > 0 ? formatShare(counts.overturned / all) : t.none
}

/** The value of all moderators, where there is one. */
const beside = (value: string) => (value === t.none ? undefined : t.all(value))

function Recent({ recent: { own, all } }: { recent: ModeratorWork['recent'] }) {
  const [mine, total] = [sumOf(own), sumOf(all)]
  return (
    <Figures
      figures={[
        { name: t.decided, value: formatExact(mine), small: total > 0 ? t.ofAll(formatShare(mine / total)) : undefined },
        { name: t.ownMedian, value: spanOf(own.median_seconds, own.measured), small: beside(spanOf(all.median_seconds, all.measured)) },
        { name: t.ownP95, value: spanOf(own.p95_seconds, own.measured), small: beside(spanOf(all.p95_seconds, all.measured)) },
        { name: t.overturnRate, value: rateOf(own), small: beside(rateOf(all)) },
      ]}
    />
  )
}
