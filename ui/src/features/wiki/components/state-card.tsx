import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { signIn } from '@/lib/links'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import { useSession } from '@/lib/session'
import { formatZoned } from '@/lib/zoned'
import { toast } from '@/stores/toasts'
import type { Wiki } from '../api'
import { useBeginDraft, useReopen, useTakeBack } from '../commands'
import { useNow } from '../hooks'
import { stateOf } from '../model/pages'
import ui from '@/components/ui/ui.module.css'
import { wikiOf } from '../links'
import css from './wiki-side.module.css'

const GiveUp = lazy(() => import('./give-up'))

type StateCardProps = { project: ProjectPage; wiki: Wiki; current: string | undefined }

/** What the viewer does or may do in this wiki, and why not. */
export function StateCard({ project, wiki, current }: StateCardProps) {
  const user = useSession()
  const now = useNow()
  const router = useRouter()
  const begin = useBeginDraft(project.id)
  const takeBack = useTakeBack(project.id)
  const reopen = useReopen(project.id)
  const [givingUp, setGivingUp] = useState(false)
  const { standing } = wiki
  const state = stateOf(standing, now)
  const edit = () => void router.navigate({ ...wikiOf(project, 'edit'), search: current === undefined ? {} : { page: current } })
  const start = (from?: string) => begin.mutate(from, { onSuccess: edit })
  const again = (command: typeof reopen, draft: string, told: string) =>
    command.mutate(draft, {
      onSuccess: () => {
        toast(told)
        edit()
      },
    })
  if (user === undefined) return null
  if (user === null && state.kind === 'not')
    return (
      <section className={cn(ui.card, ui.cardPad, css.state)} aria-label={t.state.label}>
        <p className={ui.text13}>{standing.editing === 'open' ? t.state.signIn : t.state.signInMember}</p>
        <PathLink className={buttonClass({ size: 'sm' })} {...signIn(router.state.location.href)}>
          {t.state.signInAction}
        </PathLink>
      </section>
    )
  return (
    <section className={cn(ui.card, ui.cardPad, css.state, css[state.kind])} aria-label={t.state.label}>
      {standing.locked ? <b>{t.state.locked}</b> : null}
      {state.kind === 'draft' ? (
        <>
          <b>{t.state.draft}</b>
          <p className={ui.small}>{t.state.draftHint(state.draft.pages)}</p>
          <div className={ui.row}>
            <Button size="sm" onClick={edit}>
              {t.openDraft}
            </Button>
            <Button size="sm" kind="quiet" danger onClick={() => setGivingUp(true)}>
              {t.state.giveUp}
            </Button>
          </div>
        </>
      ) : state.kind === 'review' ? (
        <>
          <b>{t.state.review}</b>
          <p className={ui.small}>{t.state.reviewHint}</p>
          <p className={ui.small}>{t.state.again(state.draft.again_count)}</p>
          <div className={ui.row}>
            <PathLink className={buttonClass({ size: 'sm' })} {...wikiOf(project, 'preview')}>
              {t.state.view}
            </PathLink>
            <Button size="sm" loading={takeBack.isPending} onClick={() => again(takeBack, state.draft.id, t.state.takenBack)}>
              {t.state.takeBack}
            </Button>
            <Button size="sm" kind="quiet" danger onClick={() => setGivingUp(true)}>
              {t.state.giveUp}
            </Button>
          </div>
        </>
      ) : state.kind === 'rejected' ? (
        <>
          <b>{t.state.rejected}</b>
          <p className={cn(ui.text13, ui.break)}>{t.state.rejectedHint(state.draft.rejection)}</p>
          <p className={ui.small}>{t.state.again(state.draft.again_count)}</p>
          <div className={ui.row}>
            <Button size="sm" loading={reopen.isPending} onClick={() => again(reopen, state.draft.id, t.state.reopened)}>
              {t.state.reopen}
            </Button>
            <Button size="sm" kind="quiet" danger onClick={() => setGivingUp(true)}>
              {t.state.giveUp}
            </Button>
          </div>
        </>
      ) : state.kind === 'ended' ? (
        <>
          <b>{state.draft.status === 'timeout' ? t.state.timeout : t.state.givenUp}</b>
          <p className={ui.small}>{state.draft.status === 'timeout' ? t.state.timeoutHint : t.state.givenUpHint}</p>
          <div className={ui.row}>
            <Button size="sm" loading={begin.isPending} onClick={() => start(state.draft.id)}>
              {t.state.goOn}
            </Button>
            <Button size="sm" kind="quiet" disabled={begin.isPending} onClick={() => start()}>
              {t.state.begin}
            </Button>
          </div>
        </>
      ) : state.kind === 'banned' ? (
        <>
          <b>{t.state.banned(formatZoned(state.until))}</b>
          <p className={ui.small}>{t.state.bannedHint}</p>
        </>
      ) : state.kind === 'may' ? (
        <>
          <Button loading={begin.isPending} onClick={() => start()}>
            {t.state.begin}
          </Button>
          <p className={ui.small}>{standing.may_settle ? t.state.beginOwnHint : t.state.beginHint}</p>
        </>
      ) : (
        <>
          <p className={ui.text13}>{t.state.notAllowed}</p>
          {state.why ? <p className={ui.small}>{state.why}</p> : null}
          {standing.editing === 'open' && !standing.locked && user?.email_verified === false ? (
            <PathLink className={buttonClass({ size: 'sm' })} to="/settings/$page" params={{ page: 'account' }}>
              {t.state.verify}
            </PathLink>
          ) : null}
        </>
      )}
      {givingUp && 'draft' in state ? (
        <Suspense>
          <GiveUp project={project} draft={state.draft} free={standing.may_settle} onClose={() => setGivingUp(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}
