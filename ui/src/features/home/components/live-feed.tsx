import { useQuery } from '@tanstack/react-query'
import { Archive, GitBranch, Image, ShieldCheck, UserPlus, Users, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { PathLink } from '@/components/layout/path-link'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { projectParams, versionParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import { useLive } from '@/lib/live'
import { linesOf, newestOf, staleSince, type FeedLine } from '../model/feed'
import { feedQuery, FEED_SHOWN } from '../queries'
import lampCss from '@/components/ui/lamp.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './live-feed.module.css'

const icons: Record<string, LucideIcon> = {
  'project-listed': ShieldCheck,
  'project-archived': Archive,
  'version-published': GitBranch,
  'picture-added': Image,
  'member-joined': UserPlus,
  'organization-created': Users,
}

const followed = ['activity']

/** A feed that is further behind is not live. */
const LATE_MS = 60_000

/** What happens in public, as it becomes visible. */
export function LiveFeed() {
  const feed = useQuery(feedQuery)
  useLive(followed)
  const lines = linesOf(feed.data?.events ?? []).slice(0, FEED_SHOWN)
  const fresh = useArrivals(feed.data ? newestOf(feed.data.events) : undefined)
  const lag = feed.data?.lag_ms
  const late = (lag ?? 0) > LATE_MS
  const stale = staleSince(feed.data?.events ?? [])
  return (
    <section className={cn(ui.card, css.root)} aria-labelledby="feed-title">
      <div className={ui.cardHead}>
        <h2 id="feed-title">{stale ? t.feedStale : t.feed}</h2>
        <span
          className={cn(ui.cardEnd, ui.small, ui.row, ui.gap6)}
          title={stale || lag === undefined || lag === null ? undefined : t.lagHint}
        >
          <span className={cn(lampCss.root, (feed.isError || stale || late) && lampCss.off)} />
          {feed.isError ? (
            t.feedPaused
          ) : stale ? (
            <Ago time={stale} wrap={t.newestAt} />
          ) : lag === undefined || lag === null ? (
            t.live
          ) : (
            t.lag(lag)
          )}
        </span>
      </div>
      {feed.isPending ? (
        <Loading className={css.bones}>
          {Array.from({ length: FEED_SHOWN }, (_, at) => (
            <Bone key={at} h={20} w={`${88 - (at % 3) * 14}%`} />
          ))}
        </Loading>
      ) : null}
      {feed.isError && !feed.data ? <ErrorCard className={css.error} error={feed.error} onRetry={() => void feed.refetch()} /> : null}
      {feed.data && lines.length === 0 ? <Empty icon={GitBranch} title={t.feedEmpty} hint={t.feedEmptyHint} /> : null}
      {lines.length > 0 ? (
        <ol aria-live="polite" aria-relevant="additions">
          {lines.map((line) => (
            <Line key={line.position} line={line} fresh={fresh !== undefined && line.position > fresh} />
          ))}
        </ol>
      ) : null}
    </section>
  )
}

const TINT_MS = 12_000

/** The position after which lines are new: where the feed stood when the page first saw it, then when the tint has faded. */
function useArrivals(newest: number | undefined): number | undefined {
  const first = useRef<number>(undefined)
  const [seen, setSeen] = useState<number>()
  useEffect(() => {
    if (newest === undefined) return
    if (first.current === undefined) {
      first.current = newest
      setSeen(newest)
      return
    }
    const timer = setTimeout(() => setSeen(newest), TINT_MS)
    return () => clearTimeout(timer)
  }, [newest])
  return seen
}

function Line({ line, fresh }: { line: FeedLine; fresh: boolean }) {
  const Icon = icons[line.type] ?? GitBranch
  return (
    <li className={cn(ui.result, fresh && css.new)}>
      <Icon className={ui.icon} aria-hidden />
      <span>
        <Words line={line} />
      </span>
      <Ago time={line.at} />
    </li>
  )
}

function Words({ line }: { line: FeedLine }) {
  const { project, version, organization, person } = line
  if (organization) {
    return (
      <>
        <PathLink className={ui.resultLink} to="/organization/$id/{-$kind}" params={{ id: organization.slug }}>
          <b>{organization.name}</b>
        </PathLink>{' '}
        {t.teamBegan}
      </>
    )
  }
  if (!project) return null
  const subject = (
    <PathLink className={version ? undefined : ui.resultLink} to="/$type/$id" params={projectParams(project)}>
      <b>{titles(project).title}</b>
    </PathLink>
  )
  if (version) {
    return (
      <>
        {subject} {t.published}{' '}
        <PathLink className={cn(css.version, ui.resultLink)} to="/$type/$id/version/$version" params={versionParams(project, version.id)}>
          {version.version_number}
        </PathLink>
      </>
    )
  }
  if (person) {
    return (
      <>
        <PathLink to="/user/$id/{-$kind}" params={{ id: person.username }}>
          <b>{person.username}</b>
        </PathLink>{' '}
        {t.joined} {subject}
      </>
    )
  }
  if (line.type === 'project-listed')
    return (
      <>
        {subject} {line.waited_seconds === null ? t.listed : t.approved(line.waited_seconds)}
      </>
    )
  if (line.type === 'picture-added')
    return (
      <>
        {subject} {t.pictures(line.count)}
      </>
    )
  return (
    <>
      {subject} {t.archived}
    </>
  )
}
