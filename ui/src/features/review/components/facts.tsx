import { PathLink } from '@/components/layout/path-link'
import { Badge, type Tone } from '@/components/ui/badge'
import type { ProjectPage, ProjectStatus } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { contentsText } from '@/lib/i18n/zh-Hans/contents'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import type { History } from '../api'
import { roundCount } from '../model/history'
import { Wait } from './wait'
import ui from '@/components/ui/ui.module.css'
import decisionPanelCss from './decision-panel.module.css'

const tones: Partial<Record<ProjectStatus, Tone>> = {
  approved: 'ok',
  processing: 'info',
  rejected: 'bad',
  withheld: 'warn',
  archived: 'warn',
}

/** The facts of a project that a moderator decides on. */
export function Facts({ project, history, now }: { project: ProjectPage; history: History | undefined; now: number }) {
  const round = roundCount(history?.entries ?? [])
  const [newest] = project.versions
  const since = project.status === 'processing' ? (history?.queue?.queued ?? project.queued) : undefined
  return (
    <dl className={decisionPanelCss.facts} aria-label={t.facts}>
      <div>
        <dt>{t.status}</dt>
        <dd aria-live="polite">
          <Badge tone={tones[project.status] ?? 'neutral'}>{projectText.statuses[project.status] ?? project.status}</Badge>
        </dd>
      </div>
      <div>
        <dt>{t.column.round}</dt>
        <dd>{round > 1 ? t.round(round) : round === 1 ? t.first : t.nobody}</dd>
      </div>
      <div>
        <dt>{t.waiting}</dt>
        <dd>{since ? <Wait since={since} now={now} /> : <span className={ui.subtle}>{t.notWaiting}</span>}</dd>
      </div>
      <div>
        <dt>{t.requested}</dt>
        <dd>{t.requests[project.requested_status ?? 'approved'] ?? project.requested_status}</dd>
      </div>
      <div>
        <dt>{t.versions}</dt>
        <dd>
          {t.versionCount(formatExact(project.version_count))}{' '}
          {newest?.file ? (
            // In a tab of its own: the message being written stays.
            <PathLink className={ui.link} to="/moderation/contents/$id" params={{ id: newest.id }} target="_blank">
              {contentsText.open}
            </PathLink>
          ) : null}
        </dd>
      </div>
    </dl>
  )
}
