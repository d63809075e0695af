import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { Figures } from '@/components/ui/figures'
import { notificationQueries } from '@/features/notification'
import type { Project, User } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatCount, formatExact } from '@/lib/format'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { useLive } from '@/lib/live'
import { inboxTopic } from '@/lib/live/topics'
import { useOwnProjects } from '../api'
import { attention, filterProjects, isBeginner, totals } from '../model'
import { Attention } from './attention'
import { FirstProject } from './first-project'
import { ProjectTable } from './project-table'
import { QueueCard } from './queue-card'
import { UnreadCard } from './unread-card'
import itemCss from '@/components/ui/item.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './overview.module.css'

const RECENT = 5
const topics = [inboxTopic]

/** What one has, what waits for one, and what is new. */
export function Overview({ user, onCreate }: { user: User; onCreate: () => void }) {
  useLive(topics)
  const projects = useOwnProjects(user.id)
  const invitations = useQuery(notificationQueries.invitations()).data?.notifications.filter((one) => one.open) ?? []
  const list = projects.data
  if (projects.isError && !list) return <ErrorCard error={projects.error} onRetry={() => void projects.refetch()} />
  if (!list) return <OverviewBones />
  const needs = attention(list)
  return (
    <div className={ui.splitSide}>
      <div className={ui.pile}>
        <Totals projects={list} />
        {isBeginner(list) ? <FirstProject project={filterProjects(list, '', 'all')[0]} onCreate={onCreate} /> : null}
        <Attention refused={needs.refused} drafts={needs.drafts} invitations={invitations} />
        {list.length === 0 ? null : (
          <section className={ui.card} aria-labelledby="dash-recent">
            <div className={ui.cardHead}>
              <h2 id="dash-recent">{t.updated}</h2>
              <span className={ui.cardEnd}>
                <PathLink className={cn(ui.link, ui.text13)} to="/dashboard/projects">
                  {t.allProjects}
                </PathLink>
              </span>
            </div>
            <ProjectTable projects={filterProjects(list, '', 'all').slice(0, RECENT)} />
          </section>
        )}
      </div>
      <div className={ui.pile}>
        <QueueCard waiting={needs.waiting} />
        <UnreadCard />
      </div>
    </div>
  )
}

function Totals({ projects }: { projects: readonly Project[] }) {
  const sum = totals(projects)
  const figures = [
    { name: t.figureProjects, value: projects.length, small: t.figurePublic(sum.published) },
    { name: t.downloads, value: sum.downloads },
    { name: t.follows, value: sum.followers },
    { name: t.figureWaiting, value: sum.waiting },
  ]
  return (
    <Figures figures={figures.map(({ name, value, small }) => ({ name, value: formatCount(value), title: formatExact(value), small }))} />
  )
}

function OverviewBones() {
  return (
    <Loading className={ui.splitSide}>
      <div className={ui.pile}>
        <div className={cn(ui.card, css.bone)} />
        <div className={cn(ui.card, ui.cardPad, ui.pile)}>
          {Array.from({ length: RECENT }, (_, index) => (
            <div className={itemCss.root} key={index}>
              <Bone w={40} h={40} />
              <div className={ui.grow}>
                <Bone w="40%" h={16} />
                <Bone w="24%" h={12} />
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className={cn(ui.card, ui.cardPad, ui.pile)}>
        <Bone w="60%" h={16} />
        <Bone w="90%" h={12} />
        <Bone w="80%" h={12} />
      </div>
    </Loading>
  )
}
