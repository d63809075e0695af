import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { LinkThread } from '@/features/report/parts'
import { cn } from '@/lib/cn'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { versionParams } from '@/lib/links'
import { isStaff, useSession } from '@/lib/session'
import type { Side, TranslationLink } from '../api'
import { LinkActions } from './link-actions'
import itemCss from '@/components/ui/item.module.css'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './translation.module.css'

const tones = { pending: 'info', approved: 'ok', rejected: 'bad', revoked: 'neutral' } as const

/** One link: the version of the pack and the version that it translates, what was decided, and what can be done. */
export function LinkCard({ link, side }: { link: TranslationLink; side: Side | 'all' }) {
  const [open, setOpen] = useState(false)
  const user = useSession()
  const { reason } = link
  return (
    <li className={cn(ui.card, ui.cardPad, css.root)}>
      <div className={css.head}>
        <div className={css.ends}>
          <End project={link.project} version={link.joining_version_id} number={link.version_number} missing={t.hiddenPack} />
          <span className={css.arrow}>
            <ArrowRight className={ui.icon14} aria-hidden />
            <span className={ui.visuallyHidden}>{t.translates}</span>
          </span>
          <End project={link.target} version={link.target_version_id} number={link.target_version_number} missing={t.hiddenTarget} />
        </div>
        <span className={css.badges}>
          <Badge tone="accent">{t.languages[link.language_code]}</Badge>
          <Badge tone={tones[link.approval_status]}>{t.statuses[link.approval_status]}</Badge>
        </span>
      </div>
      <div className={css.body}>
        <dl className={keyValuesCss.root}>
          {link.description ? (
            <>
              <dt>{t.description}</dt>
              <dd className={css.text}>{link.description}</dd>
            </>
          ) : null}
          <dt>{t.submitter}</dt>
          <dd>
            {link.submitter_username ? (
              <PathLink className={cn(ui.link, css.person)} to="/user/$id/{-$kind}" params={{ id: link.submitter_username }}>
                {link.submitter_username}
              </PathLink>
            ) : (
              t.gone
            )}{' '}
            <Ago className={ui.subtle} time={link.asked} />
          </dd>
          {link.decided ? (
            <>
              <dt>{t.decided}</dt>
              <dd>
                {decider(link)} <Ago className={ui.subtle} time={link.decided} />
              </dd>
            </>
          ) : null}
          {reason && (reason.code !== 'complies' || reason.text) ? (
            <>
              <dt>{t.reason}</dt>
              <dd className={css.text}>
                {[reason.code === 'other' && reason.text ? '' : reasonText.name(reason.code), reason.text].filter(Boolean).join('：')}
              </dd>
            </>
          ) : null}
        </dl>
        <div className={css.actions}>
          <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t.hideThread : t.thread}
          </Button>
          <LinkActions link={link} side={side} />
        </div>
      </div>
      {open ? (
        <LinkThread id={link.thread_id} staff={isStaff(user)} me={user?.id} hint={t.threadHint} placeholder={t.threadPlaceholder} />
      ) : null}
    </li>
  )
}

function decider(link: TranslationLink): string {
  if (link.automatic) return t.automatic
  if (link.decided_by) return link.decided_by.username
  return link.decided_role === 'moderator' || link.decided_role === 'admin' ? t.byStaff : t.gone
}

type EndProps = { project: TranslationLink['project']; version: string; number: string; missing: string }

function End({ project, version, number, missing }: EndProps) {
  return (
    <div className={cn(itemCss.root, css.end)}>
      <Pic src={project?.icon_url ?? null} project={project?.id} name={project?.title ?? missing} size={32} />
      <div>
        <b className={ui.clip}>
          {project ? (
            <PathLink to="/$type/$id/version/$version" params={versionParams(project, version)}>
              {project.title}
            </PathLink>
          ) : (
            missing
          )}
        </b>
        <small className={ui.clip}>{number}</small>
      </div>
    </div>
  )
}
