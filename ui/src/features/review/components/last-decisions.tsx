import { Gavel } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Empty } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { moderationText as t } from '@/lib/i18n/zh-Hans/moderation'
import { projectParams } from '@/lib/links'
import { formatSpan } from '../model/waiting'
import type { ModeratorWork } from '../work-api'
import itemCss from '@/components/ui/item.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './work.module.css'

type Decision = ModeratorWork['decisions'][number]
const tones = { approved: 'ok', rejected: 'bad', withheld: 'warn' } as const

/** The last decisions of a moderator, newest first. */
export function LastDecisions({ decisions }: { decisions: readonly Decision[] }) {
  return (
    <Card id="work-last" title={t.last}>
      {decisions.length === 0 ? (
        <Empty icon={Gavel} title={t.lastNone} />
      ) : (
        <ol className={css.list}>
          {decisions.map((decision) => (
            <li key={`${decision.project} ${decision.at}`}>
              <Project decision={decision} />
              <span className={css.outcome}>
                <Badge tone={tones[decision.decision]}>{t.outcome[decision.decision]}</Badge>
                {decision.undone ? <Badge tone="neutral">{t.undone}</Badge> : null}
                <small className={cn(ui.small, ui.tabular)}>
                  {decision.wait_seconds === null ? null : `${t.column.wait} ${formatSpan(decision.wait_seconds)} · `}
                  <Ago time={decision.at} />
                </small>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function Project({ decision: { project, slug, title, icon_url, url_type, round } }: { decision: Decision }) {
  if (title === null || url_type === null) return <span className={ui.subtle}>{t.deleted(project)}</span>
  return (
    <div className={itemCss.root}>
      <Pic src={icon_url} project={project} name={title} size={32} />
      <div>
        <b className={ui.clip}>
          <PathLink to="/$type/$id/moderation" params={projectParams({ id: project, slug, url_type })}>
            {title}
          </PathLink>
        </b>
        <small>{t.round(round)}</small>
      </div>
    </div>
  )
}
