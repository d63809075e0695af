import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Radio } from '@/components/ui/checkbox'
import { Bone, ErrorCard, Forbidden, Loading, Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiManageText as t } from '@/lib/i18n/zh-Hans/wiki-manage'
import { toast } from '@/stores/toasts'
import { wikiQueries, type WikiSettings } from '../api'
import { useSaveSettings } from '../commands'
import { BanList } from './ban-list'
import { EditorList } from './editor-list'
import { ReviewQueue } from './review-queue'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const choices = ['members', 'named', 'open', 'closed'] as const

/** Who may edit the wiki of a project, named editors and bans. */
export function WikiSettingsPage({ project }: { project: ProjectPage }) {
  const query = useQuery(wikiQueries.settings(project.id))
  const wiki = useQuery(wikiQueries.wiki(project.id))
  if (ApiError.is(query.error, 401) || ApiError.is(query.error, 403)) return <Forbidden text={t.readOnly} />
  const failed = [query, wiki].find((one) => one.isError && !one.data)
  if (failed) return <ErrorCard error={failed.error} onRetry={() => void failed.refetch()} />
  if (!query.data || !wiki.data)
    return (
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        <Bone w="30%" h={18} />
        <Bone h={160} />
      </Loading>
    )
  const { may_settle: settles, may_review: reviews, may_lock: locks, waiting } = wiki.data.standing
  const queue = reviews ? <ReviewQueue project={project} /> : null
  return (
    <div className={ui.pile}>
      {query.data.locked ? <Note tone="warn">{t.lockedNow}</Note> : null}
      {waiting > 0 ? queue : null}
      <Who project={project} settings={query.data} may={settles} />
      {waiting > 0 ? null : queue}
      <EditorList project={project} settings={query.data} may={settles} />
      <BanList project={project} bans={query.data.bans} />
      {locks ? <Lock project={project} locked={query.data.locked} /> : null}
    </div>
  )
}

type WhoProps = { project: ProjectPage; settings: WikiSettings; may: boolean }

function Who({ project, settings, may }: WhoProps) {
  const save = useSaveSettings(project.id)
  const [chosen, setChosen] = useState<WikiSettings['editing']>()
  const value = chosen ?? settings.editing
  const changed = value !== settings.editing
  return (
    <Card id="wiki-who" title={t.who}>
      <div className={ui.cardPad}>
        <fieldset className={formCss.choices} disabled={!may} title={may ? undefined : t.readOnly}>
          <legend className={formCss.hint}>{t.whoHint}</legend>
          {choices.map((choice) => (
            <Radio key={choice} name="editing" value={choice} checked={choice === value} onChange={() => setChosen(choice)}>
              {t.editing[choice]}
              <small>{t.editingHints[choice]}</small>
            </Radio>
          ))}
        </fieldset>
        <div className={formCss.actions}>
          <Button
            kind="primary"
            disabled={!may || !changed}
            loading={save.isPending}
            onClick={() =>
              save.mutate(
                { editing: value },
                {
                  onSuccess: () => {
                    setChosen(undefined)
                    toast(t.saved)
                  },
                },
              )
            }
          >
            {t.save}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Lock({ project, locked }: { project: ProjectPage; locked: boolean }) {
  const save = useSaveSettings(project.id)
  return (
    <section className={cn(ui.card, ui.cardPad, ui.row)} aria-label={t.lock}>
      <p className={cn(ui.grow, ui.text13)}>{t.lockHint}</p>
      <Button
        danger={!locked}
        loading={save.isPending}
        onClick={() => save.mutate({ locked: !locked }, { onSuccess: () => toast(locked ? t.unlocked : t.locked) })}
      >
        {locked ? t.unlock : t.lock}
      </Button>
    </section>
  )
}
