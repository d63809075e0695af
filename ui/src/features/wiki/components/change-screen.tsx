import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FileX, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { keepDraft } from '@/lib/drafts'
import { formatExact } from '@/lib/format'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiHistoryText as t } from '@/lib/i18n/zh-Hans/wiki-history'
import { wikiReviewText as words } from '@/lib/i18n/zh-Hans/wiki-review'
import { useProject } from '@/lib/project-inside'
import { isStaff, useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { reasonPlace, wikiQueries, type ChangeDetail, type PageDelta } from '../api'
import { useRevert } from '../commands'
import { wikiOf } from '../links'
import type { PartViewMode } from '../model/views'
import { Size, Told } from './change-list'
import { PersonLink } from './person-link'
import { ReasonDialog } from './reason-dialog'
import { TextChange } from './text-change'
import { ViewChoice } from './view-choice'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './history.module.css'

/** One published change with what it did to each page. */
export function ChangeScreen({ id, change }: { id: string; change: string }) {
  const project = useProject(id)
  const query = useQuery({ ...wikiQueries.change(project?.id ?? '', change), enabled: project !== undefined })
  if (!project) return null
  if (query.data) return <Shown project={project} detail={query.data} />
  if (ApiError.is(query.error, 404))
    return (
      <section className={ui.card}>
        <Empty level={2} icon={FileX} title={t.notFound}>
          <PathLink className={buttonClass()} {...wikiOf(project, 'history')}>
            {t.back}
          </PathLink>
        </Empty>
      </section>
    )
  if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
      <Bone w="40%" h={20} />
      <Bone h={240} />
    </Loading>
  )
}

function Shown({ project, detail: { change, pages } }: { project: ProjectPage; detail: ChangeDetail }) {
  const staff = isStaff(useSession())
  const wiki = useQuery(wikiQueries.wiki(project.id)).data
  const [mode, setMode] = useState<PartViewMode>('side')
  const [reverting, setReverting] = useState(false)
  const number = wikiText.number(formatExact(change.number))
  const may = wiki?.standing.may_review === true || staff
  return (
    <>
      <div className={pageHeadCss.root}>
        <h2 className={pageHeadCss.title}>{t.detail(number)}</h2>
        <span className={css.by}>
          <PersonLink person={change.author} />
          <Ago time={change.at} />
          <Size change={change} />
        </span>
        <span className={pageHeadCss.end}>
          <PathLink className={buttonClass({ size: 'sm' })} {...wikiOf(project, 'history')}>
            {t.back}
          </PathLink>
          {may ? (
            <Button size="sm" danger onClick={() => setReverting(true)}>
              <Undo2 className={ui.icon} aria-hidden />
              {t.revert}
            </Button>
          ) : null}
        </span>
      </div>
      <div className={css.root}>
        <section className={cn(ui.card, ui.cardPad, css.why)} aria-label={t.change}>
          <p className={css.words}>{change.msg}</p>
          <Told project={project} change={change} />
          <div className={css.view}>
            <ViewChoice mode={mode} onMode={setMode} />
          </div>
        </section>
        {pages.length === 0 ? <p className={css.note}>{t.nothing}</p> : null}
        {pages.map((page) => (
          <Delta key={page.page} project={project} page={page} mode={mode} />
        ))}
      </div>
      {reverting ? <Revert project={project} change={change.id} number={number} onClose={() => setReverting(false)} /> : null}
    </>
  )
}

/** What happened to one page. */
function Delta({ project, page, mode }: { project: ProjectPage; page: PageDelta; mode: PartViewMode }) {
  const { was, now } = page
  const shown = now ?? was
  const fields = (['title', 'slug', 'sort_order'] as const).filter((field) => was && now && was[field] !== now[field])
  return (
    <section className={cn(ui.card, css.delta)} aria-label={shown?.title ?? page.page}>
      <header>
        <h3>
          <PathLink {...wikiOf(project, 'history')} search={{ page: page.page }}>
            {shown?.title ?? page.page}
          </PathLink>
        </h3>
        {page.ops.map((op) => (
          <Badge key={op} tone={op === 'added' || op === 'restored' ? 'ok' : op === 'removed' ? 'bad' : 'neutral'}>
            {wikiText.ops[op]}
          </Badge>
        ))}
      </header>
      {fields.length > 0 ? (
        <dl className={css.fields}>
          {fields.map((field) => (
            <div key={field}>
              <dt>{words.field[field]}</dt>
              <dd>
                <del>{String(was?.[field] ?? '')}</del> → <ins>{String(now?.[field] ?? '')}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {page.text ? (
        <TextChange title={shown?.title ?? page.page} before={was?.body ?? ''} after={now?.body ?? ''} mode={mode} />
      ) : (
        <p className={css.note}>{t.noText}</p>
      )}
    </section>
  )
}

type RevertProps = { project: ProjectPage; change: string; number: string; onClose: () => void }

/** Takes a change back: published at once, or as a draft where it conflicts with later ones. */
function Revert({ project, change, number, onClose }: RevertProps) {
  const router = useRouter()
  const account = useSession()?.id
  const revert = useRevert(project.id, change)
  return (
    <ReasonDialog
      title={t.revertTitle(number)}
      lead={t.revertLead}
      label={t.revertReason}
      missing={t.noRevertReason}
      action={t.revert}
      send={(msg) => revert.mutateAsync(msg)}
      onClose={onClose}
      onDone={(answer, msg) => {
        onClose()
        if (answer.draft) {
          // The draft is submitted with the reason that was given for it.
          if (account) keepDraft(account, reasonPlace(answer.draft), { msg })
          toast(t.revertDraft, t.revertDraftText, 'warning')
          void router.navigate({ ...wikiOf(project, 'preview') })
        } else {
          toast(t.reverted)
          void router.navigate({ ...wikiOf(project, 'history', answer.change) })
        }
      }}
    />
  )
}
