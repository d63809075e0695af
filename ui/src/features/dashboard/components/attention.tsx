import { CircleCheck, Mail, PencilLine, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { Answer, type Notification } from '@/features/notification'
import type { Address } from '@/lib/address'
import type { Project } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { checklistText } from '@/lib/i18n/zh-Hans/checklist'
import { dashboardText as t } from '@/lib/i18n/zh-Hans/dashboard'
import { notificationText } from '@/lib/i18n/zh-Hans/notification'
import { projectParams } from '@/lib/links'
import { plainText } from '@/lib/plain-text'
import { statusTone } from '@/components/ui/status-tone'
import { titles } from '@/lib/titles'
import { ownParams } from '../model'
import { useLeft } from '../use-left'
import ui from '@/components/ui/ui.module.css'
import css from './attention.module.css'

const DRAFTS = 5

type AttentionProps = { refused: readonly Project[]; drafts: readonly Project[]; invitations: readonly Notification[] }

/** What only its owner can move on: answers of moderators, invitations, drafts. */
export function Attention({ refused, drafts, invitations }: AttentionProps) {
  const count = refused.length + drafts.length + invitations.length
  return (
    <section className={ui.card} aria-labelledby="dash-attention">
      <div className={ui.cardHead}>
        <h2 id="dash-attention">{t.attention}</h2>
        {count > 0 ? <small className={cn(ui.small, ui.tabular)}>{count}</small> : null}
      </div>
      {count === 0 ? <Empty icon={CircleCheck} title={t.attentionNone} hint={t.attentionNoneHint} /> : null}
      <ul className={css.root}>
        {refused.map((project) => (
          <Item
            key={project.id}
            icon={<TriangleAlert className={cn(ui.icon, ui.bad)} aria-hidden />}
            pic={{ src: project.icon_url, project: project.id, color: project.color }}
            name={project.title}
            address={{ to: '/$type/$id/moderation', params: ownParams(project) }}
            action={t.seeMessage}
            badge={<Badge tone={statusTone(project.status)}>{t.statusName[project.status]}</Badge>}
          >
            <span className={ui.clip2}>{plainText(project.moderator_message?.message ?? '') || t.refusedNoMessage}</span>
          </Item>
        ))}
        {invitations.map((one) => (
          <Item
            key={one.id}
            icon={<Mail className={ui.icon} aria-hidden />}
            pic={
              one.project
                ? { src: one.project.icon_url, project: one.project.id }
                : { src: one.organization?.icon_url, id: one.organization?.id }
            }
            name={one.project ? titles(one.project).title : (one.organization?.name ?? '')}
            address={
              one.project
                ? { to: '/$type/$id', params: projectParams(one.project) }
                : { to: '/organization/$id/{-$kind}', params: { id: one.organization?.slug ?? '' } }
            }
            end={<Answer notification={one} />}
          >
            {one.actor ? `${one.actor.username} ${notificationText.invites}` : notificationText.invitesNobody}
            {one.role ? notificationText.asRole(one.role) : null} · <Ago time={one.created} />
          </Item>
        ))}
        {drafts.slice(0, DRAFTS).map((project) => (
          <Draft key={project.id} project={project} />
        ))}
      </ul>
      {drafts.length > DRAFTS ? (
        <div className={ui.cardFoot}>
          <PathLink className={ui.link} to="/dashboard/projects">
            {t.allProjects}
          </PathLink>
        </div>
      ) : null}
    </section>
  )
}

/** A draft, with what its checklist still asks for. */
function Draft({ project }: { project: Project }) {
  const { page, left } = useLeft(project)
  return (
    <Item
      icon={<PencilLine className={ui.icon} aria-hidden />}
      pic={{ src: project.icon_url, project: project.id, color: project.color }}
      name={project.title}
      address={{ to: '/$type/$id', params: page ? projectParams(page) : ownParams(project) }}
      action={t.continue}
      badge={<Badge tone="neutral">{t.statusName.draft}</Badge>}
    >
      {left === undefined ? (
        <span>&nbsp;</span>
      ) : left.length === 0 ? (
        t.ready
      ) : (
        `${t.left(left.length)}：${left.map((id) => checklistText.items[id].title).join('、')}`
      )}
    </Item>
  )
}

type ItemProps = {
  icon: ReactNode
  pic: Pick<ComponentProps<typeof Pic>, 'src' | 'project' | 'id' | 'color'>
  name: string
  address: Address
  action?: string
  badge?: ReactNode
  end?: ReactNode
  children: ReactNode
}

function Item({ icon, pic, name, address, action, badge, end, children }: ItemProps) {
  return (
    <li className={ui.result}>
      <Pic {...pic} name={name} size={40} />
      <div className={css.main}>
        <b>
          <PathLink {...address} className={cn(ui.clip, ui.resultLink)}>
            {name}
          </PathLink>
          {badge}
        </b>
        <p>
          {icon}
          <span>{children}</span>
        </p>
      </div>
      {end ?? (
        <PathLink className={buttonClass({ kind: 'outline', size: 'sm' })} {...address} aria-label={`${action ?? t.open}：${name}`}>
          {action ?? t.open}
        </PathLink>
      )}
    </li>
  )
}
