import { useRouterState } from '@tanstack/react-router'
import { Check, ChevronDown, CircleDashed, Lightbulb, Send } from 'lucide-react'
import { useId, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, IconButton, buttonClass } from '@/components/ui/button'
import { Badge } from '@/components/ui/badge'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { checklistText as t } from '@/lib/i18n/zh-Hans/checklist'
import { projectParams, versionParams } from '@/lib/links'
import { toast } from '@/stores/toasts'
import { usePatchProject } from '../commands'
import { EDIT_DETAILS } from '@/lib/permissions'
import { useRights } from '../use-rights'
import { checklist, unmet } from '../model/checklist'
import ui from '@/components/ui/ui.module.css'
import css from './publishing-checklist.module.css'

/** What is left to do before a project can be reviewed, and the button that sends it in. */
export default function PublishingChecklist({ project }: { project: ProjectPage }) {
  // Open where the project is read, folded where something is being done about it.
  const reading = useRouterState({ select: (state) => state.location.pathname.split('/').length <= 3 })
  const [chosen, setOpen] = useState<boolean>()
  const open = chosen ?? reading
  const listId = useId()
  const reasonId = useId()
  const patch = usePatchProject(project.id)
  const items = checklist(project)
  const missing = unmet(items)
  const required = items.filter((item) => item.level === 'required')
  const suggestions = items.filter((item) => item.level === 'suggestion' && !item.done)
  const refused = useRights(project).missing(EDIT_DETAILS)
  const again = project.status !== 'draft'
  // A withheld project is open to everybody with the link, a submitted one is not.
  const lead = project.status === 'withheld' ? t.resubmitHides : again ? t.resubmitLead : t.submitLead
  // The list goes away when the status has changed, and a callback of this call with it; the promise stays.
  const submit = () =>
    void patch.mutateAsync({ status: 'processing' }).then(
      () => toast(t.submitted, t.submittedText),
      () => undefined,
    )
  return (
    <section className={cn(ui.card, css.root, !open && css.line)} aria-labelledby={`${listId}-title`}>
      <header className={ui.cardHead}>
        <h2 id={`${listId}-title`}>{t.title}</h2>
        <span className={css.blocks} aria-hidden>
          {required.map((item) => (
            <i key={item.id} className={item.done ? css.done : undefined} />
          ))}
        </span>
        <small className={cn(ui.small, ui.tabular)}>{t.progress(required.length - missing.length, required.length)}</small>
        {suggestions.length > 0 ? <small className={cn(ui.small, ui.hideS)}>{t.suggestions(suggestions.length)}</small> : null}
        <span className={ui.cardEnd}>
          <IconButton
            label={open ? t.collapse : t.expand}
            kind="quiet"
            size="sm"
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown className={open ? cn(ui.icon, css.turned) : ui.icon} aria-hidden />
          </IconButton>
        </span>
      </header>
      {open ? (
        <ul id={listId} className={css.list}>
          {items.map((item) => {
            const words = t.items[item.id]
            return (
              <li key={item.id} className={item.done ? css.done : undefined}>
                {item.done ? (
                  <Check className={cn(ui.icon, ui.ok)} aria-label={t.done} />
                ) : item.level === 'required' ? (
                  <CircleDashed className={cn(ui.icon, ui.warn)} aria-hidden />
                ) : (
                  <Lightbulb className={ui.icon} aria-hidden />
                )}
                <div>
                  <b>
                    {words.title}
                    {item.done ? null : (
                      <Badge tone={item.level === 'required' ? 'warn' : 'neutral'}>
                        {item.level === 'required' ? t.required : t.suggestion}
                      </Badge>
                    )}
                  </b>
                  {item.done ? null : <p>{words.text}</p>}
                </div>
                {item.done ? null : (
                  <PathLink className={buttonClass({ size: 'sm' })} to={item.place} params={versionParams(project, 'create')}>
                    {words.action}
                  </PathLink>
                )}
              </li>
            )
          })}
        </ul>
      ) : null}
      <footer className={css.foot}>
        <p id={reasonId} className={open ? undefined : ui.clip}>
          {refused ?? (missing.length > 0 ? t.blocked(missing.map((id) => t.items[id].title).join('、')) : lead)}
        </p>
        {again ? (
          <PathLink className={buttonClass(open ? {} : { size: 'sm' })} to="/$type/$id/moderation" params={projectParams(project)}>
            {t.opinions}
          </PathLink>
        ) : null}
        <Button
          kind="primary"
          {...(open ? {} : { size: 'sm' as const })}
          disabled={missing.length > 0 || refused !== undefined}
          loading={patch.isPending}
          aria-describedby={reasonId}
          onClick={submit}
        >
          <Send className={ui.icon} aria-hidden />
          {again ? t.resubmit : t.submit}
        </Button>
      </footer>
    </section>
  )
}
